"""How a page is laid out: texts that print over each other, and what moves by itself."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import SIZES

# 1440 by 900 at 200 per cent is 720 by 450 to the page.
SCREENS = SIZES | {"zoomed": (720, 450)}
LANGUAGES = ("en", "zh")

# What the browser itself counts as moved, not by a press of the last half second.
WATCH = """
  window.__moved = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      if (one.hadRecentInput) continue;
      window.__moved.push({
        value: one.value,
        what: one.sources.map((each) => {
          const node = each.node?.nodeType === 1 ? each.node : each.node?.parentElement;
          const name = String(node?.className?.baseVal ?? node?.className ?? "");
          return `${node?.tagName}.${name.split(" ")[0]}`;
        }),
      });
    }
  }).observe({ type: "layout-shift", buffered: true });
"""

# Each text that can be seen, where it can be seen; and each two of one layer that lie on another.
OVERLAPS = """() => {
  const seen = [];
  const layerOf = (node) => {
    for (let one = node; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.position === "fixed" || style.position === "sticky") return one;
    }
    return null;
  };
  // A text that is turned is as wide as its letters, not as the box that is drawn around them.
  const turned = (parent) => {
    const box = parent.getBBox?.();
    const to = parent.getScreenCTM?.();
    return box && to && Math.abs(to.b) > 0.01 ? { box, to } : null;
  };
  const within = (a, b) => {
    const change = a.to.inverse().multiply(b.to);
    const at = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([x, y]) =>
      new DOMPoint(b.box.x + x * b.box.width, b.box.y + y * b.box.height).matrixTransform(change));
    const [left, right] = [Math.min(...at.map((p) => p.x)), Math.max(...at.map((p) => p.x))];
    const [top, bottom] = [Math.min(...at.map((p) => p.y)), Math.max(...at.map((p) => p.y))];
    const scale = Math.hypot(a.to.a, a.to.b);
    return {
      wide: scale * (Math.min(a.box.x + a.box.width, right) - Math.max(a.box.x, left)),
      high: scale * (Math.min(a.box.y + a.box.height, bottom) - Math.max(a.box.y, top)),
    };
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (!text.data.trim() || !parent.checkVisibility({ opacityProperty: true,
      visibilityProperty: true })) continue;
    if (parent.closest("[aria-hidden=true], dialog:not([open]), option, select")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      let { left, top, right, bottom } = box;
      for (let one = parent; one && one !== document.body; one = one.parentElement) {
        const style = getComputedStyle(one);
        const clip = one.getBoundingClientRect();
        if (style.clipPath !== "none" && clip.width < 3) right = left;
        if (style.overflowX !== "visible") {
          left = Math.max(left, clip.left);
          right = Math.min(right, clip.right);
        }
        if (style.overflowY !== "visible") {
          top = Math.max(top, clip.top);
          bottom = Math.min(bottom, clip.bottom);
        }
      }
      if (right - left < 3 || bottom - top < 3) continue;
      seen.push({ text: text.data.trim().slice(0, 40), parent, layer: layerOf(parent),
        turned: turned(parent), left, top, right, bottom });
    }
  }
  const over = [];
  for (let i = 0; i < seen.length; i++)
    for (let k = i + 1; k < seen.length; k++) {
      const [a, b] = [seen[i], seen[k]];
      if (a.layer !== b.layer || a.parent === b.parent) continue;
      let wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      let high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 3 && high > 4 && a.turned && b.turned) {
        ({ wide, high } = within(a.turned, b.turned));
      }
      const least = Math.min(a.bottom - a.top, b.bottom - b.top);
      if (wide > 3 && high > Math.max(4, least / 3)) over.push(`${a.text} | ${b.text}`);
    }
  return [...new Set(over)];
}"""


def overlaps(page: Page) -> list[str]:
    """The texts that print over each other."""
    found: list[str] = page.evaluate(OVERLAPS)
    return found


def hangs_over(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    found: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return max(0, found)


def moved(page: Page) -> list[dict[str, Any]]:
    """What has moved by itself since the last asking, each with its part of the screen."""
    found: list[dict[str, Any]] = page.evaluate("() => window.__moved.splice(0)")
    return found


def shift(page: Page) -> float:
    """How much of the screen has moved by itself, as browsers add it up."""
    return float(sum(one["value"] for one in moved(page)))
