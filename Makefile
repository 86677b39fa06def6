# runpredict: what people type. Each target installs what it needs first.

SWIFT  ?= swift
PREFIX ?= /usr/local
# `make test WERROR=1` turns warnings into errors, as CI does.
WERROR ?=
SWIFTFLAGS ?= $(if $(WERROR),-Xswiftc -warnings-as-errors)

# The command brings Swift's libraries along: it starts in half the time, and runs where Swift is not installed.
RELEASE = -c release --static-swift-stdlib

SOURCES = Sources Tests Package.swift $(wildcard examples)

.PHONY: demo build test check check-threads check-speed docs format protos base-model bench install clean

## Build, and predict the sample run with the bundled model.
demo: build
	@echo '$$ runpredict predict data/laps.csv --format table'
	@.build/release/runpredict predict data/laps.csv --format table

build:
	@scripts/install-dependencies
	$(SWIFT) build $(RELEASE) --product runpredict

## Run all tests.
test:
	@scripts/install-dependencies
	$(SWIFT) test $(SWIFTFLAGS)

## What CI proves besides the tests: format, warnings, generated code, where unsafe code lives.
check:
	@scripts/install-dependencies --for check
	$(SWIFT) format lint --strict --recursive $(SOURCES)
	$(SWIFT) build --build-tests -Xswiftc -warnings-as-errors
	scripts/check-generated
	scripts/check-unsafe

## Run the tests that share a model among threads under the thread sanitizer.
check-threads:
	scripts/check-threads

## Count the instructions that a row costs, and compare with scripts/speed-bounds.
check-speed: build
	scripts/check-speed

## Build the documentation of the library as a web site in build/docs.
docs:
	scripts/make-docs

## Format the Swift sources in place.
format:
	$(SWIFT) format --in-place --recursive $(SOURCES)

## Generate the C code of the model messages from protos/.
protos:
	@scripts/install-dependencies --for check
	scripts/generate-protos

## Train the bundled model from data/ and write data/RunDuration.mlmodel.
base-model:
	@scripts/install-dependencies
	$(SWIFT) build $(RELEASE) --product base-model
	.build/release/base-model train

## Time runpredict side by side with its peers; the peers live in a Python environment in build/.
bench: build
	benchmarks/run

## Copy the command and its manual to PREFIX (default /usr/local).
install:
	@scripts/install-dependencies
	$(SWIFT) build $(RELEASE) --product runpredict
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1
	install -s -m 755 .build/release/runpredict $(DESTDIR)$(PREFIX)/bin/runpredict
	.build/release/runpredict man > $(DESTDIR)$(PREFIX)/share/man/man1/runpredict.1

clean:
	rm -rf .build build
