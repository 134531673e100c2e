"""pyoperon's EvaluateTrees (f32) on the trees and rows in a folder: `evaluate_trees.py DIR`."""

import sys
import time
from pathlib import Path

import numpy
import pyoperon

COLUMNS = 8
REPETITIONS = 25
OPERATORS = {
    "+": pyoperon.NodeType.Add,
    "-": pyoperon.NodeType.Sub,
    "*": pyoperon.NodeType.Mul,
    "/": pyoperon.NodeType.Div,
}


def tree(line, hashes):
    """Operon's postfix order has an operator's first operand next to it."""
    stack = []
    for token in line.split():
        if token in OPERATORS:
            right, left = stack.pop(), stack.pop()
            stack.append(right + left + [pyoperon.Node(OPERATORS[token])])
        elif token.startswith("x"):
            node = pyoperon.Node(pyoperon.NodeType.Variable, hashes[int(token[1:])])
            node.Value = 1.0
            stack.append([node])
        else:
            node = pyoperon.Node(pyoperon.NodeType.Constant)
            node.Value = float(token)
            stack.append([node])
    found = pyoperon.Tree(stack.pop())
    found.UpdateNodes()
    return found


def main():
    folder = Path(sys.argv[1])
    columns = numpy.fromfile(folder / "columns.f64", dtype="<f8").reshape(COLUMNS, -1)
    rows = columns.shape[1]
    # The dataset looks at the array, which has to stay.
    matrix = numpy.asfortranarray(columns.T.astype(numpy.float32))
    dataset = pyoperon.Dataset(matrix)
    variables = sorted(dataset.Variables, key=lambda variable: variable.Index)
    hashes = [variable.Hash for variable in variables]
    for name in ["plain", "division"]:
        lines = (folder / f"{name}.trees").read_text().splitlines()
        nodes = sum(len(line.split()) for line in lines)
        trees = [tree(line, hashes) for line in lines]
        result = numpy.zeros((len(trees), rows), dtype=numpy.float32)
        span = pyoperon.Range(0, rows)
        seconds = []
        for _ in range(REPETITIONS + 1):
            start = time.process_time()
            pyoperon.EvaluateTrees(trees, dataset, span, result, 1)
            sums = result[:, ::64].sum(axis=1)
            seconds.append(time.process_time() - start)
        seconds = sorted(seconds[1:])
        sums = result[:, ::64].astype(numpy.float64).sum(axis=1)
        check = sums[numpy.abs(sums) < 1e6].sum()
        best, median = (nodes * rows / s / 1e9 for s in (seconds[0], seconds[len(seconds) // 2]))
        print(f"pyoperon 0.6 (f32)\t{name}\t{best:.2f}\t{median:.2f}\t{check:.6e}")


main()
