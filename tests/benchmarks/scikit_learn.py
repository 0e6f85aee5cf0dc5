"""scikit-learn on the points of a file, for tests/benchmarks/bench_manifold.cpp.

usage: scikit_learn.py POINTS COUNT DIMENSION NEIGHBOURS METHOD OUT
POINTS holds COUNT x DIMENSION doubles. Prints the seconds of METHOD (isomap, lle, pca) and writes the COUNT x 2
coordinates to OUT as doubles.
"""
import sys
import time

import numpy
from sklearn.decomposition import KernelPCA
from sklearn.manifold import Isomap, LocallyLinearEmbedding
from sklearn.metrics import pairwise_distances

points = numpy.fromfile(sys.argv[1]).reshape(int(sys.argv[2]), int(sys.argv[3]))
neighbours = int(sys.argv[4])
method = sys.argv[5]
if method == "isomap":
    given = pairwise_distances(points)  # ours starts from the same matrix
    model = Isomap(n_neighbors=neighbours, n_components=2, metric="precomputed", n_jobs=-1)
elif method == "lle":
    given = points
    model = LocallyLinearEmbedding(n_neighbors=neighbours, n_components=2, reg=1e-3, eigen_solver="dense")
else:
    given = points @ points.T
    model = KernelPCA(n_components=2, kernel="precomputed")
best = float("inf")
for _ in range(1 if method == "lle" else 2):
    start = time.perf_counter()
    coordinates = model.fit_transform(given)
    best = min(best, time.perf_counter() - start)
numpy.ascontiguousarray(coordinates, dtype=numpy.float64).tofile(sys.argv[6])
print(best)
