"""Mutation testing of the rules core: ``nox -s mutation``, or ``-- moves game`` for a part of it.

Changes the source in one place at a time and counts the changes that no test notices.  The changes
are those of cosmic-ray, one or two for each operator of Python, and the removal of statements.
Whatever survives as a patch of a function is imported afresh, so that the tables and rule sets that
a module makes as it is imported are mutated like its functions.

Fails where a mutant survives that ``mutants.md`` does not explain, where that file explains one
that does not survive, and where too many are explained away.  What was killed is remembered for as
long as its module stays the same, so that a run goes on where it stopped; ``--fresh`` forgets it,
for figures after tests or other modules have changed.
"""

import argparse
import ast
import difflib
import hashlib
import importlib
import importlib.machinery
import importlib.util
import json
import os
import re
import resource
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from importlib.abc import Loader, MetaPathFinder
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Final

import attrs

ROOT: Final = Path(__file__).parent.parent
SOURCES: Final = ROOT / "src" / "tienlen"
EXPLAINED: Final = ROOT / "tests" / "mutants.md"
LEAST_KILLED: Final = 0.9
"""The share of the mutants of each module that tests have to kill, however good the excuses."""

CORE: Final = (
    *("cards", "shapes", "choices", "policies", "rules", "combos", "ordering", "legality"),
    *("listing", "moves", "scoring", "actions", "turns", "transitions", "positions", "game"),
)
"""The modules that are mutated."""
UNITS: Final = (
    *("cards", "shapes", "choices", "policies", "rules", "combos", "ordering", "refusals"),
    *("moves", "scoring", "actions", "game", "errors", "value", "view"),
)
# The rule book in examples, the tests of the core's units and its docstrings, and the naive oracle.
SUITE: Final = (
    *("tests/rules", "tests/test_cases.py"),
    *(f"tests/unit/test_{name}.py" for name in UNITS),
    *(f"src/tienlen/{name}.py" for name in CORE),
    *("tests/test_oracle.py", "tests/test_variants.py", "tests/test_presets.py"),
)

# One neighbour of each operator, for comparisons two: the others are easier to notice.
SWAPS: Final = {
    "Binary": (
        "Add_Sub Sub_Add Mul_Add FloorDiv_Mul Mod_FloorDiv Pow_Mul RShift_LShift LShift_RShift"
        " BitOr_BitAnd BitAnd_BitOr BitXor_BitOr"
    ),
    "Comparison": (
        "Eq_NotEq NotEq_Eq Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt"
        " Is_IsNot IsNot_Is"
    ),
    "Unary": "USub_UAdd Delete_USub Delete_Not Delete_Invert",
}
OPERATORS: Final = [
    *(f"Replace{kind}Operator_{swap}" for kind, swaps in SWAPS.items() for swap in swaps.split()),
    *("ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ZeroIterationForLoop"),
    *("AddNot", "NumberReplacer", "RemoveDecorator"),
]

BROKEN: Final = 70
"""The exit code of a test run that could not be made; pytest has none as high."""
OUTSIDE: Final = "outside"
"""What calls a function when no test runs."""


@attrs.frozen
class Mutant:
    """A change of a module that leaves it Python."""

    module: str
    place: str
    """The definition it is in, such as ``Class.method``, or ``-``."""
    old: str
    """The lines that change, without indentation."""
    new: str
    source: str = attrs.field(eq=False)
    """The module after the change."""
    code: CodeType = attrs.field(eq=False)

    @property
    def key(self) -> str:
        """What it is remembered by; another one as soon as anything in the module is edited."""
        return hashlib.sha256(self.source.encode()).hexdigest()

    @property
    def excuse(self) -> tuple[str, str, str, str]:
        """What it is known by in `EXPLAINED`."""
        return self.module, self.place, self.old, self.new


def shown(excuse: tuple[str, str, str, str]) -> str:
    """Show a mutant as it is written in `EXPLAINED`."""
    module, place, *parts = excuse
    old, new = (
        "".join(f"{sign}{line}\n" for line in part.splitlines())
        for sign, part in zip("-+", parts, strict=True)
    )
    return f"`{module}`: `{place}`\n\n```diff\n{old}{new}```\n"


class RemoveStatement:
    """An operator in the manner of cosmic-ray's: ``pass`` for a statement in a function."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """Yield where the node starts and ends, if it is a statement to remove."""
        if (
            node.type in {"expr_stmt", "return_stmt", "raise_stmt", "atom_expr"}
            and node.parent.type == "simple_stmt"
            and within_function(node)
            and not (node.get_code().strip() == "return None" and ends_function(node.parent))
        ):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, _index: int) -> Any:
        """Give what replaces it."""
        tree: Any = importlib.import_module("parso.python.tree")
        return tree.Name("pass", node.start_pos, prefix=node.get_first_leaf().prefix)


def within_function(node: Any) -> bool:
    """Whether a node is part of a function, not only of a class or module."""
    while node is not None and node.type != "classdef":
        if node.type == "funcdef":
            return True
        node = node.parent
    return False


def ends_function(statement: Any) -> bool:
    """Whether nothing follows a statement in its function."""
    return statement.parent.parent.type == "funcdef" and statement.parent.children[-1] is statement


def mutants_of(module: str) -> list[Mutant]:
    """Make all mutants of a module, each once, in the order of the source."""
    # Untyped, and at hand only where mutants are made.
    engine: Any = importlib.import_module("cosmic_ray.mutating")
    trees: Any = importlib.import_module("cosmic_ray.ast")
    plugins: Any = importlib.import_module("cosmic_ray.plugins")
    operators = [plugins.get_operator(f"core/{name}")() for name in OPERATORS]
    path = SOURCES / f"{module}.py"
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    unread, places = list(only_for_checkers(tree)), list(definitions(tree))
    nodes = list(trees.ast_nodes(trees.get_ast(source)))
    found: dict[str, tuple[int, Mutant]] = {}
    for operator in (RemoveStatement(), *operators):
        spans = [span for node in nodes for span in operator.mutation_positions(node)]
        for occurrence, (start, end) in enumerate(spans):
            if any(first <= start and end <= last for first, last in unread):
                continue
            text = engine.mutate_code(source, operator, occurrence)
            try:
                code = compile(text, str(path), "exec", dont_inherit=True)
            except SyntaxError:
                continue
            (line, _) = start
            inside = [name for name, first, last in places if first <= line <= last]
            old, new = difference(source, text)
            if old != new:
                mutant = Mutant(module, inside[-1] if inside else "-", old, new, text, code)
                found.setdefault(text, (line, mutant))
    return [mutant for _, mutant in sorted(found.values(), key=lambda pair: pair[0])]


def only_for_checkers(tree: ast.Module) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield where annotations, and decorators that do nothing at run time, begin and end."""
    for node in ast.walk(tree):
        parts: list[ast.expr | ast.stmt | None] = []
        match node:
            case ast.arg(annotation=annotation):
                parts = [annotation]
            case ast.AnnAssign(annotation=ast.Name("TypeAlias"), value=value):
                parts = [value]
            case ast.AnnAssign(value=None) as declaration:
                parts = [declaration]
            case ast.AnnAssign(annotation=annotation):
                parts = [annotation]
            case ast.FunctionDef(returns=returns, decorator_list=decorators):
                parts = [returns, *decorators_of(decorators)]
            case ast.ClassDef(decorator_list=decorators):
                parts = [*decorators_of(decorators)]
            case _:
                pass
        for part in [each for each in parts if each is not None]:
            start, end = (part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset)
            yield start, (end[0], end[1] or 0)
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and part in node.decorator_list:
                # cosmic-ray counts the `@` and the end of the line to it.
                yield (start[0], start[1] - 1), (end[0] + 1, 0)


def decorators_of(decorators: list[ast.expr]) -> Iterator[ast.expr]:
    return (each for each in decorators if ast.unparse(each) in {"final", "overload"})


def definitions(tree: ast.AST, within: str = "") -> Iterator[tuple[str, int, int]]:
    """Yield the name of each class and function, the inner after the outer, and its lines."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            name = f"{within}{node.name}"
            first = min(each.lineno for each in (node, *node.decorator_list))
            yield name, first, node.end_lineno or first
            yield from definitions(node, f"{name}.")


def difference(source: str, mutated: str) -> tuple[str, str]:
    """Give the lines that differ, without indentation and empty ones, before and after."""
    before, after = (
        [line.strip() for line in text.splitlines() if line.strip()] for text in (source, mutated)
    )
    blocks = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    changed = [block[1:] for block in blocks if block[0] != "equal"]
    old = [line for start, end, _, _ in changed for line in before[start:end]]
    new = [line for _, _, start, end in changed for line in after[start:end]]
    return "\n".join(old), "\n".join(new)


@attrs.frozen(eq=False)
class Mutated(MetaPathFinder, Loader):
    """Imports a mutant where its module is asked for; no file is touched.  Also a pytest plugin."""

    mutant: Mutant
    tell: Callable[[object], None]

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.tell(report.nodeid)
            os._exit(1)  # pytest would first collect its garbage, which takes longer than a test

    def find_spec(self, fullname: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        if fullname != f"tienlen.{self.mutant.module}":
            return None
        path = SOURCES / f"{self.mutant.module}.py"
        return importlib.util.spec_from_file_location(fullname, path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(self.mutant.code, module.__dict__)


def patch(mutant: Mutant) -> bool:
    """Change a function that is imported already; False if the change is not within one."""
    path = SOURCES / f"{mutant.module}.py"
    source = compile(path.read_text("utf-8"), str(path), "exec", dont_inherit=True)
    before, after = body(source, mutant.place), body(mutant.code, mutant.place)
    if before is None or after is None or before == after or mutant.old.startswith("@"):
        return False
    found = found_at(mutant)
    for wrapper in ("fget", "__func__", "__wrapped__"):
        found = getattr(found, wrapper, found)
    if not isinstance(found, FunctionType) or found.__code__ != before:
        return False
    found.__code__ = after
    return True


def found_at(mutant: Mutant) -> Any:
    """Find what has been imported where a mutant changes it, None if there is no such thing."""
    found: Any = sys.modules[f"tienlen.{mutant.module}"]
    for name in mutant.place.split("."):
        found = getattr(found, "__dict__", {}).get(name)
    return found


def body(code: CodeType, place: str) -> CodeType | None:
    """Find the code of a function in that of a module."""
    found = None
    for each in code.co_consts:
        if isinstance(each, CodeType):
            found = (each if each.co_qualname == place else body(each, place)) or found
    return found


def is_example(test: str) -> bool:
    """Whether a test is an example of a docstring."""
    return test.startswith("src/")


@attrs.define(eq=False)
class Order:
    """A pytest plugin: first the tests that killed lately, then the quickest."""

    seconds: dict[str, float] = attrs.field(factory=dict[str, float])
    lately: dict[str, float] = attrs.field(factory=dict[str, float])
    failed: str = ""

    def sort(self, items: list[Any]) -> None:
        ranks = self.seconds | self.lately

        def place(item: Any) -> tuple[bool, float]:
            # The examples of a docstring build on one another and stay as they are.
            example = is_example(item.nodeid)
            return example, 0.0 if example else ranks.get(item.nodeid, 0.0)

        items.sort(key=place)

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        self.sort(items)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        # Ends an endless loop, by the clock of the process, which a busy machine does not move.
        signal.setitimer(signal.ITIMER_VIRTUAL, 10 * self.seconds.get(nodeid, 60.0) + 1)

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.when == "call":
            self.seconds[report.nodeid] = report.duration
        if report.failed:
            self.failed = report.nodeid

    def put_first(self, test: str) -> None:
        self.lately[test] = min(self.lately.values(), default=0.0) - 1.0


@attrs.define(eq=False)
class Tracing:
    """A pytest plugin: notes which functions of the core are called, and by which tests."""

    calls: dict[str, set[str]] = attrs.field(factory=lambda: {OUTSIDE: set[str]()})
    """By test: functions, such as ``module.Class.method``."""
    test: str = OUTSIDE
    modules: dict[str, str] = attrs.field(
        factory=lambda: {str(SOURCES / f"{module}.py"): module for module in CORE}
    )

    def note(self, frame: FrameType, _event: str, _value: object) -> None:
        code = frame.f_code
        if module := self.modules.get(code.co_filename):
            self.calls[self.test].add(f"{module}.{code.co_qualname}")

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.test = nodeid
        self.calls[nodeid] = set()

    def pytest_runtest_logfinish(self) -> None:
        self.test = OUTSIDE

    def callers(self) -> dict[str, list[str]]:
        """Give the tests by function."""
        found: dict[str, list[str]] = {}
        for test, functions in self.calls.items():
            for function in functions:
                found.setdefault(function, []).append(test)
        return found


@attrs.define(eq=False)
class Patching:
    """A pytest plugin: runs the tests, once collected, on one mutant after the other.

    Of the tests, those that call the function: it is all the same to the others what it does.
    """

    runner: "Runner"
    mutants: list[Mutant]
    seconds: int
    memory: Path
    passing: dict[str, bool] = attrs.field(factory=dict[str, bool])

    def pytest_runtestloop(self, session: Any) -> bool:
        order = self.runner.order
        survived: list[str] = []
        for mutant in self.mutants:
            callers = self.runner.callers.get(f"{mutant.module}.{mutant.place}", set[str]())
            items = self._with_their_files(session, callers)
            order.sort(items)
            status, test = self._try(items, mutant)
            if not status:
                # What is called at other times too, or seldom for its cache, is imported afresh.
                if OUTSIDE not in callers and not hasattr(found_at(mutant), "cache_info"):
                    survived.append(mutant.key)
            elif status != BROKEN and (not test or self._passes(session, test)):
                self.runner.remember(mutant, self.memory)
            if test:
                order.put_first(test)
        self.runner.tell([order.lately, survived])
        return True

    def _with_their_files(self, session: Any, tests: Set[str]) -> list[Any]:
        """Find some tests, and the examples of a docstring together with those they build on."""
        files = {test.partition("::")[0] for test in tests if is_example(test)}
        return [
            item
            for item in session.items
            if item.nodeid in tests or item.nodeid.partition("::")[0] in files
        ]

    def _passes(self, session: Any, test: str) -> bool:
        """Whether a test passes by itself and without a mutant, as one that kills should."""
        if test not in self.passing:
            status, _ = self._try(self._with_their_files(session, {test}), None)
            self.passing[test] = not status
        return self.passing[test]

    def _try(self, items: Sequence[Any], mutant: Mutant | None) -> tuple[int, str]:
        """Run tests in a process of their own: not 0 if one fails, and which."""
        pid = os.fork()
        if pid:
            _, status = os.waitpid(pid, 0)
            return os.waitstatus_to_exitcode(status), self.runner.told_by(pid) or ""
        code = BROKEN
        try:
            limit(self.seconds)
            if mutant is None or patch(mutant):
                code = int(self._kill(items))
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)

    def _kill(self, items: Sequence[Any]) -> bool:
        """Run tests until one fails."""
        for item, following in zip_longest(items, items[1:]):
            try:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            except BaseException:  # what a mutant breaks may be what pytest reports with
                return True
            if self.runner.order.failed:
                self.runner.tell(self.runner.order.failed)
                return True
        return False


def limit(seconds: int) -> None:
    """Bound what this process may use: a mutant may loop for ever, or fill the memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@attrs.define
class Runner:
    """Runs the tests in processes of their own, on the source and on mutants.

    A function is mutated where it stands, after all has been imported and collected, and only the
    tests that call it are run: most mutants die of that within a blink.  What survives, if it is
    called at other times too, and whatever is no function, is tried with an import of its own and
    all tests, which also runs what happens while a module is imported.
    """

    scratch: Path
    suite: Sequence[str]
    order: Order = attrs.field(factory=Order)
    callers: dict[str, set[str]] = attrs.field(factory=dict[str, set[str]])
    seconds: int = 3_600

    def prepare(self) -> None:
        """Import what every run needs, and nothing of the package; time the tests."""
        os.chdir(ROOT)
        os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"  # one of them is the package's
        sys.pycache_prefix = str(self.scratch / "bytecode")
        from hypothesis import HealthCheck, Phase, settings

        for name in ("pytest", "sybil.parsers.rest", "sybil.parsers.myst", "jsonschema", "cattrs"):
            importlib.import_module(name)
        settings.register_profile(
            "mutation",
            deadline=None,
            derandomize=True,
            database=None,
            max_examples=30,
            phases=[Phase.explicit, Phase.generate],  # nobody reads the failures
            suppress_health_check=list(HealthCheck),
        )
        if "tienlen" in sys.modules:
            raise SystemExit("the package is imported already, so no mutant could be")
        # In the order of the files, which notes what calls what, and then the quickest first.
        tracing = Tracing()
        sys.settrace(tracing.note)
        pid = self._start(
            self.order, tracing, result=lambda: (self.order.seconds, tracing.callers())
        )
        sys.settrace(None)
        self.order.seconds, callers = self._finished(pid)
        self.callers = {function: set(tests) for function, tests in callers.items()}
        pid = self._start(self.order, result=lambda: self.order.seconds)
        self.order.seconds = self._finished(pid)

    def _finished(self, pid: int) -> Any:
        """Wait for a run without mutants, and read what it tells."""
        _, status, usage = os.wait4(pid, 0)
        if status:
            raise SystemExit("the tests fail without any mutant")
        self.seconds = int(2 * (usage.ru_utime + usage.ru_stime)) + 3
        return self.told_by(pid)

    def survivors(self, mutants: Iterable[Mutant], memory: Path) -> list[Mutant]:
        """Give the mutants that no test kills, and remember the others."""
        survived: list[Mutant] = []
        waiting = [mutant for mutant in mutants if mutant.key not in remembered(memory)]
        pid = self._start(self.order, Patching(self, waiting, self.seconds, memory))
        os.waitpid(pid, 0)
        self.order.lately, patched = self.told_by(pid)
        if waiting and os.waitpid(self._start(self.order), 0)[1]:
            raise SystemExit(f"the tests depend on their order; forget what is in {memory}")
        killed = remembered(memory)
        for mutant in waiting:
            if mutant.key in killed:
                continue
            if mutant.key in patched:
                survived.append(mutant)
                print(f"survived: {shown(mutant.excuse)}", flush=True)
                continue
            pid = self._start(self.order, mutant=mutant)
            _, status = os.waitpid(pid, 0)
            if test := self.told_by(pid):
                self.order.put_first(test)
            if os.waitstatus_to_exitcode(status) == BROKEN:
                raise SystemExit(f"the tests cannot be run on\n{shown(mutant.excuse)}")
            if status:
                self.remember(mutant, memory)
            else:
                survived.append(mutant)
                print(f"survived: {shown(mutant.excuse)}", flush=True)
        return survived

    def _start(
        self,
        *plugins: object,
        mutant: Mutant | None = None,
        result: Callable[[], object] | None = None,
    ) -> int:
        sys.stdout.flush()
        pid = os.fork()
        if pid:
            return pid
        code = BROKEN
        try:
            if mutant is not None:
                limit(self.seconds)
                finder = Mutated(mutant, self.tell)
                sys.meta_path.insert(0, finder)
                plugins = (*plugins, finder)
            code = self._pytest(plugins)
            if result is not None:
                self.tell(result())
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)

    def _pytest(self, plugins: Sequence[object]) -> int:
        import pytest

        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        # Nobody reads the failures, so that asserts may stay as they are; bytecode is then kept.
        options = ("-x", "-q", "--tb=no", "-p", "no:cacheprovider", "--assert=plain")
        chosen = [*options, "--hypothesis-profile=mutation", *self.suite]
        return int(pytest.main(chosen, plugins=[*plugins]))

    def tell(self, result: object) -> None:
        """Leave a message for the process that started this one."""
        (self.scratch / str(os.getpid())).write_text(json.dumps(result), "utf-8")

    def told_by(self, pid: int) -> Any:
        """Read what a process has left behind, None if nothing."""
        path = self.scratch / str(pid)
        return json.loads(path.read_text("utf-8")) if path.exists() else None

    def remember(self, mutant: Mutant, memory: Path) -> None:
        with memory.open("a", encoding="utf-8") as file:
            file.write(f"{mutant.key}\n")


def remembered(memory: Path) -> set[str]:
    """The keys of the mutants that are known to be killed."""
    return set(memory.read_text("utf-8").split()) if memory.exists() else set()


def excuses() -> set[tuple[str, str, str, str]]:
    """Read which mutants are explained."""
    found: set[tuple[str, str, str, str]] = set()
    text = EXPLAINED.read_text("utf-8")
    blocks = re.findall(
        r"^`(\w+)`: `([\w.-]+)`\n\n```diff\n(.*?)^```", text, re.MULTILINE | re.DOTALL
    )
    for module, place, block in blocks:
        for pair in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)*)", block, re.MULTILINE):
            old, new = ("\n".join(line[1:].strip() for line in part.splitlines()) for part in pair)
            found.add((module, place, old, new))
    return found


def judge(
    module: str,
    mutants: int,
    survived: Sequence[tuple[str, str, str, str]],
    explained: Set[tuple[str, str, str, str]],
) -> tuple[list[int], list[str]]:
    """Give the figures of a module, and all that is wrong with them."""
    excused = {each for each in explained if each[0] == module}
    known, killed = sum(each in excused for each in survived), mutants - len(survived)
    faults = [f"unexplained: {shown(each)}" for each in survived if each not in excused]
    stale = sorted(excused - set(survived))
    faults += [f"explained, but killed or gone: {shown(each)}" for each in stale]
    if killed < LEAST_KILLED * mutants:
        faults.append(f"{module}: {killed} of {mutants} killed, less than {LEAST_KILLED:.0%}")
    return [mutants, killed, known, len(survived) - known], faults


def main() -> None:
    parser = argparse.ArgumentParser(prog="nox -s mutation --", description="Mutate the core.")
    parser.add_argument("modules", nargs="*", metavar="module", help="of the core; all if none")
    parser.add_argument("--fresh", action="store_true", help="forget what was killed before")
    parser.add_argument("--memory", type=Path, required=True, help="where that is remembered")
    chosen = parser.parse_args()
    modules = chosen.modules or list(CORE)
    if unknown := set(modules) - set(CORE):
        parser.error(f"no module of the core: {', '.join(sorted(unknown))}")
    chosen.memory.mkdir(parents=True, exist_ok=True)
    explained = excuses()
    faults: list[str] = []
    line = "{:<12} {:>8} {:>8} {:>10} {:>12}"
    lines = [line.format("module", "mutants", "killed", "explained", "unexplained")]
    totals = [0, 0, 0, 0]
    with tempfile.TemporaryDirectory() as scratch:
        runner = Runner(Path(scratch), SUITE)
        runner.prepare()
        for module in modules:
            memory = chosen.memory / module
            if chosen.fresh:
                memory.unlink(missing_ok=True)
            mutants = mutants_of(module)
            survived = [each.excuse for each in runner.survivors(mutants, memory)]
            row, found = judge(module, len(mutants), survived, explained)
            faults += found
            totals = [total + number for total, number in zip(totals, row, strict=True)]
            lines.append(line.format(module, *row))
            print(lines[-1], flush=True)
    lines.append(line.format("all", *totals))
    print(*faults, *lines, sep="\n")
    if faults:
        sys.exit(1)


if __name__ == "__main__":
    main()
