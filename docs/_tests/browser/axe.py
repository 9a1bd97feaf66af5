"""axe-core, which finds what keeps people from reading a page."""

from typing import Any

from playwright.sync_api import Page

RUN = """async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
            `${id}: ${html.slice(0, 200)}: ${failureSummary}`));
}"""


def faults(tab: Page, axe: str) -> list[str]:
    """Give the serious and critical faults of the page that is open."""
    tab.evaluate(axe)
    found: Any = tab.evaluate(RUN)
    return [str(fault) for fault in found]
