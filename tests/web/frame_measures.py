"""Faults in the layout of a page, measured in the browser at any size."""

from __future__ import annotations

from typing import TypedDict

from playwright.sync_api import Page, ViewportSize

SIZES: dict[str, ViewportSize] = {
    f"{width}x{height}": {"width": width, "height": height}
    for width, height in [
        (1366, 768),
        (1280, 720),
        (1024, 768),
        (390, 844),
        (390, 664),
        (844, 390),
    ]
}
"""Laptops, a tablet on its side, phones upright with and without the browser's bars, and a phone
on its side."""

_FAULTS = """() => {
    const found = [];
    const name = node => {
        const id = node.id ? '#' + node.id : '';
        const kind = [...node.classList].slice(0, 2).map(one => '.' + one).join('');
        return node.tagName.toLowerCase() + id + kind;
    };
    const visible = node => node.checkVisibility({opacityProperty: true, visibilityProperty: true})
        && !node.closest('.visually-hidden, .mb-unseen, .skip, .brand-name, [inert]');
    const box = node => node.getBoundingClientRect();
    const page = document.scrollingElement;
    const style = new Map();
    const look = node => {
        if (!style.has(node)) style.set(node, getComputedStyle(node));
        return style.get(node);
    };
    const scrolls = node => node === page
        ? look(document.body).overflowY !== 'hidden' && page.scrollHeight > innerHeight + 1 :
        /auto|scroll/.test(look(node).overflowY) && node.scrollHeight > node.clientHeight + 1;
    const all = [...document.body.querySelectorAll('*')].filter(visible);
    for (const node of all) {
        if (node.closest('svg')) continue;
        if (page.scrollWidth > innerWidth && box(node).right > innerWidth + 1)
            found.push(`beside the screen: ${name(node)}`);
        const {overflowX, overflowY, textOverflow} = look(node);
        const hides = value => /hidden|clip/.test(value);
        const cut = hides(overflowX) && node.clientWidth && node.scrollWidth > node.clientWidth + 1
            || hides(overflowY) && node.clientHeight && node.scrollHeight > node.clientHeight + 1;
        // A name may be cut with a sign.
        if (cut && textOverflow !== 'ellipsis' && node !== document.body && node.innerText?.trim())
            found.push(`clipped: ${name(node)}`);
        if (!scrolls(node)) continue;
        // Under a dialog nothing can be scrolled.
        for (let over = node.parentElement; over; over = over.parentElement)
            if (over !== document.body && !node.closest('dialog') && scrolls(over))
                found.push(`scrolls in a scroller: ${name(node)} in ${name(over)}`);
    }
    // The part of a box that one sees without scrolling anything but the page.
    const seen = (rect, node) => {
        let {left, right, top, bottom} = rect;
        for (let over = node; over && over !== document.body; over = over.parentElement) {
            const {overflowX, overflowY, position} = look(over);
            if (overflowX !== 'visible' || overflowY !== 'visible') {
                const edge = box(over);
                [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
                [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
            }
            if (position === 'fixed') break;
        }
        return left < right && top < bottom ? {left, right, top, bottom} : null;
    };
    // What is said stays within what holds it, and nothing lies on it.
    const holders = 'button, .button, .tab, .bar, .prompt, .slot, .plate, .edge, .card, .choice, ' +
        'summary, label, .panel, .side, .top, main, dialog';
    const reader = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = reader.nextNode(); text; text = reader.nextNode()) {
        const parent = text.parentElement;
        if (!text.data.trim() || !visible(parent)) continue;
        if (parent.closest('svg, option, select, textarea, .mb-bubble, .toast')) continue;
        range.selectNodeContents(text);
        const words = text.data.trim().slice(0, 30);
        for (const whole of range.getClientRects()) {
            if (!whole.width || !whole.height) continue;
            const line = seen(whole, parent);
            if (!line) continue;
            for (let holder = parent; holder; holder = holder.parentElement) {
                const edge = box(holder);
                const {display, position} = look(holder);
                if (holder.matches(holders) && edge.width && display !== 'contents') {
                    // Letters are lower than the line they stand on.
                    const over = Math.max(edge.left - line.left, line.right - edge.right,
                        edge.top - line.top - 4, line.bottom - edge.bottom - 4);
                    if (over > 1.5) {
                        found.push(`“${words}” leaves ${name(holder)} by ${Math.round(over)}`);
                        break;
                    }
                }
                if (/fixed|absolute/.test(position)) break;
            }
            const x = (line.left + line.right) / 2, y = (line.top + line.bottom) / 2;
            if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) continue;
            const top = document.elementFromPoint(x, y);
            if (!top || top.contains(parent) || parent.contains(top)) continue;
            const {backgroundColor, backgroundImage} = look(top);
            const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none';
            if (isClear) continue;
            // What opens lies on what is there; a page that scrolls does so under what is fixed.
            if (top.closest('.toast, .hint, .menu-sheet, .bar:has(.choice), dialog')) continue;
            let fixed = top;
            while (fixed && !/fixed|sticky/.test(look(fixed).position)) fixed = fixed.parentElement;
            if (fixed && !parent.closest('.tabletop')) continue;
            if (parent.closest('label')?.contains(top)) continue;
            found.push(`“${words}” lies under ${name(top)}`);
        }
    }
    for (const control of document.querySelectorAll('button, a[href], input, select, summary')) {
        if (!visible(control) || control.closest('svg')) continue;
        const {left, right, top, bottom, width, height} = box(control);
        if (!width || !height) continue;
        if (left < -1 || right > innerWidth + 1) found.push(`beside the screen: ${name(control)}`);
        const off = top < -1 || bottom > innerHeight + 1;
        if (off && control.closest('.bar')) found.push(`off the screen: ${name(control)}`);
    }
    return [...new Set(found)];
}"""
_BOARD = """() => {
    const {left, top, width, height} = document.querySelector('#board svg').getBoundingClientRect();
    return {left, top: top + scrollY, width, height};
}"""


class Place(TypedDict):
    """Where the board lies on its page, in CSS pixels."""

    left: float
    top: float
    width: float
    height: float


def faults(page: Page) -> list[str]:
    """Texts that are cut or covered, scrollers in scrollers, controls that can't be reached."""
    found: list[str] = page.evaluate(_FAULTS)
    return found


def board_place(page: Page) -> Place:
    """Where the board is."""
    place: Place = page.evaluate(_BOARD)
    return place
