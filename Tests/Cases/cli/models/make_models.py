#!/usr/bin/env python3
"""Makes the small models of the command-line cases; needs coremltools.

even-rest.mlmodel     laps -> duration: the time so far, and 300 s for every kilometre that is left
side-by-side.mlmodel  x (MultiArray 2), n (Int64) -> y (MultiArray 3): y = [x0, x1, n]
tree.mlmodel          a valid tree ensemble, which is a kind of a later version
"""
import pathlib

from coremltools.proto import FeatureTypes_pb2, Model_pb2

HERE = pathlib.Path(__file__).parent


def feature(features, name, kind, about="", shape=None):
    new = features.add()
    new.name = name
    new.shortDescription = about
    if kind == "array":
        new.type.multiArrayType.shape.extend(shape)
        new.type.multiArrayType.dataType = FeatureTypes_pb2.ArrayFeatureType.DOUBLE
    else:
        getattr(new.type, kind).SetInParent()


def even_rest():
    model = Model_pb2.Model(specificationVersion=1)
    description = model.description
    for name, about in [
        ("distance", "Length of the run in metres"),
        ("cumDistance", "Distance from the start in metres"),
        ("cumTime", "Time since the start in seconds"),
    ]:
        feature(description.input, name, "doubleType", about)
    feature(description.output, "duration", "doubleType", "Time of the run in seconds")
    description.predictedFeatureName = "duration"
    description.metadata.shortDescription = "Five minutes for every kilometre that is left."
    regressor = model.glmRegressor
    regressor.weights.add().value.extend([0.3, -0.3, 1.0])
    regressor.offset.append(0)
    return model


def side_by_side():
    model = Model_pb2.Model(specificationVersion=1)
    feature(model.description.input, "x", "array", shape=[2])
    feature(model.description.input, "n", "int64Type")
    feature(model.description.output, "y", "array", shape=[3])
    for name, dimensions in [("x", 2), ("n", 1)]:
        column = model.featureVectorizer.inputList.add()
        column.inputColumn = name
        column.inputDimensions = dimensions
    return model


def tree():
    model = Model_pb2.Model(specificationVersion=1)
    feature(model.description.input, "x", "doubleType")
    feature(model.description.output, "y", "doubleType")
    model.description.predictedFeatureName = "y"
    ensemble = model.treeEnsembleRegressor.treeEnsemble
    ensemble.numPredictionDimensions = 1
    ensemble.basePredictionValue.append(0)
    leaf = ensemble.nodes.add()
    leaf.nodeBehavior = leaf.LeafNode
    leaf.evaluationInfo.add().evaluationValue = 1
    return model


for name, model in [
    ("even-rest", even_rest()), ("side-by-side", side_by_side()), ("tree", tree()),
]:
    (HERE / f"{name}.mlmodel").write_bytes(model.SerializeToString(deterministic=True))
