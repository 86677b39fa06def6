#!/usr/bin/env python3
"""Generates the model cases in Tests/Cases/models.

    python make_cases.py                      everything
    python make_cases.py tree glm-classifier  valid cases whose names start so
    python make_cases.py invalid/nn updatable/

Needs Python 3.11, coremltools 9.0, numpy 1.26, scikit-learn 1.5.2, xgboost 1.4.2, libsvm-official 3.32; PyTorch 2.13
for the cases program-torch-…, which are left out without it.
Every case has its own random generator, seeded by its name, so one case can be made without the others.
Without names it also makes the cases of kinds that cannot be run here yet.
"""

import logging
import os
import sys
import warnings
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("TQDM_DISABLE", "1")
warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)

from casegen import corpus, invalid, updatable  # noqa: E402
from casegen import (
    encoders,
    glm,
    knn,
    layer_faults,
    layers,
    networks,
    pipelines,
    operations,
    programs,
    scattering,
    sequences,
    svm,
    torch_models,
    trees,
    updatable_sequences,
)  # noqa: E402,F401  (they register their cases)

ROOT = Path(__file__).resolve().parents[3] / "Tests" / "Cases" / "models"


def under(folder, wanted):
    """The name prefixes asked for in a folder ("" for the valid cases); None when nothing there is wanted."""
    if not wanted:
        return ("",)
    if folder:
        return tuple(w[len(folder) + 1 :] for w in wanted if w.startswith(folder + "/")) or None
    return tuple(w for w in wanted if "/" not in w) or None


def main(wanted):
    for folder, items, write in (
        ("", corpus.CASES, lambda name, f: corpus.write_case(ROOT, name, f(corpus.seeded(name)))),
        (
            "updatable",
            updatable.UPDATES,
            lambda name, f: updatable.write_update(ROOT / "updatable", name, f(corpus.seeded(name))),
        ),
        ("invalid", invalid.FAULTS, lambda name, f: invalid.write_fault(ROOT / "invalid", name, f)),
    ):
        prefixes = under(folder, wanted)
        for name, content in items:
            if prefixes and name.startswith(prefixes):
                write(name, content)
                print(f"{folder}/{name}" if folder else name)


if __name__ == "__main__":
    main(sys.argv[1:])
