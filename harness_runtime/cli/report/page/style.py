"""The style sheet of the page: light and dark, screen and paper, from a phone's width up. Data."""

from __future__ import annotations

# Text on its ground reaches a contrast of 4.5 to 1 in both schemes; a test measures every pair.
COLOURS = """
:root { color-scheme: light dark;
  --ground: #f7f7f4; --sheet: #ffffff; --ink: #1c2024; --soft: #565e66; --line: #dfe1dd; --faint: #b4b9b6;
  --ok: #0a6647; --ok-ground: #e4f2ea; --no: #a8201a; --no-ground: #fbeae7; --ask: #7a4d00; --ask-ground: #fbf0d9;
  --mark: #1c4f8a; --mark-ground: #e6eef8; --code: #f0f0ec; }
@media screen and (prefers-color-scheme: dark) { :root {
  --ground: #121518; --sheet: #191d21; --ink: #e4e7e9; --soft: #a3acb4; --line: #2c3238; --faint: #59626a;
  --ok: #74d3ab; --ok-ground: #14302a; --no: #ff9c91; --no-ground: #3a1c1b; --ask: #f0c56b; --ask-ground: #352a12;
  --mark: #93bff5; --mark-ground: #1a2c42; --code: #22272c; } }
"""

LAYOUT = """
*, *::before, *::after { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere;
  font: 1rem/1.55 ui-sans-serif, system-ui, "Segoe UI", Roboto, "Apple SD Gothic Neo", "Noto Sans KR", sans-serif;
  font-variant-numeric: tabular-nums; }
.wrap { max-width: 76rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem); }
.skip { position: absolute; left: -100vw; top: 0; padding: .5rem 1rem; background: var(--sheet); color: var(--mark);
  z-index: 2; }
.skip:focus { left: .5rem; top: .5rem; }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; border-radius: 4px; }
h1, h2, h3, p, dl, dd, ol, ul, figure { margin: 0; padding: 0; }
* { min-width: 0; }
ol, ul { list-style: none; }
h1 { font-size: clamp(1.6rem, 1.2rem + 2vw, 2.4rem); line-height: 1.15; letter-spacing: -.02em; font-weight: 650; }
h2 { font-size: 1.2rem; line-height: 1.3; letter-spacing: -.01em; font-weight: 650; margin-bottom: 1rem; }
h3 { font-size: 1rem; line-height: 1.4; font-weight: 600; }
code { font: .86em/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; unicode-bidi: isolate;
  overflow-wrap: anywhere; }
a { color: var(--mark); text-underline-offset: .2em; }
.soft, figcaption { color: var(--soft); font-size: .9rem; }
figcaption { margin-top: .9rem; }
header.top { padding: clamp(1.5rem, 5vw, 3.25rem) 0 1.5rem; border-bottom: 1px solid var(--line);
  background: var(--sheet); }
.eyebrow { color: var(--soft); font-size: .8rem; letter-spacing: .08em; text-transform: uppercase;
  margin-bottom: .6rem; }
h1 .pill { vertical-align: .22em; margin-left: .35rem; }
.pill { display: inline-block; font-size: .78rem; font-weight: 600; line-height: 1.4; padding: .1rem .55rem;
  border-radius: 99px; background: var(--code); color: var(--soft); letter-spacing: 0; white-space: normal; }
.pill.ok { background: var(--ok-ground); color: var(--ok); }
.pill.no { background: var(--no-ground); color: var(--no); }
.pill.ask { background: var(--ask-ground); color: var(--ask); }
.pill.mark { background: var(--mark-ground); color: var(--mark); }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .3rem 1.25rem; font-size: .93rem; }
.facts dt { color: var(--soft); }
.facts dd > * + * { display: block; }
header .facts { margin-top: 1.25rem; }
.facts + p { margin-top: .6rem; }
.layout { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 3rem; padding-bottom: 4rem; }
.toc { padding-top: 1.25rem; font-size: .9rem; }
.toc ul { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; }
.toc a { color: var(--soft); text-decoration: none; display: inline-block; padding: .25rem 0; }
.toc a:hover { color: var(--mark); text-decoration: underline; }
.soft + .card { margin-top: .8rem; }
.card + .soft { margin-top: .8rem; }
main > section { margin-top: 2.75rem; scroll-margin-top: 1rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.2rem, 1fr)); gap: 1px;
  background: var(--line); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.tiles div { background: var(--sheet); padding: .8rem 1rem; display: flex; flex-direction: column-reverse;
  justify-content: flex-end; }
.tiles dt { color: var(--soft); font-size: .85rem; line-height: 1.35; }
.tiles dd { font-size: 1.7rem; font-weight: 600; line-height: 1.25; letter-spacing: -.02em; }
.tiles .no dd { color: var(--no); }
.alert { border: 1px solid var(--no); border-left-width: 6px; border-radius: 10px; background: var(--no-ground);
  padding: 1rem 1.25rem; }
.alert h2 { color: var(--no); margin-bottom: .4rem; }
.alert li { margin: .15rem 0; }
.alert p { margin-top: .5rem; }
.card { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem 1.25rem; }
.card + .card { margin-top: .9rem; }
.card > header { display: flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: baseline; margin-bottom: .7rem; }
.cards { display: grid; gap: .9rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
.cards .card + .card { margin-top: 0; }
summary { cursor: pointer; color: var(--mark); font-size: .92rem; padding: .15rem 0; }
summary:hover { text-decoration: underline; }
details > *:not(summary) { margin-top: .5rem; }
.card > details { margin-top: .8rem; }
@media (min-width: 62rem) {
  .layout { grid-template-columns: 10.5rem minmax(0, 1fr); }
  .toc { padding-top: 2.75rem; }
  .toc ul { position: sticky; top: 1.5rem; flex-direction: column; gap: .15rem; }
}
"""

PARTS = """
.path { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem 2.5rem; }
.path figure { max-width: 28rem; width: 100%; }
.machine { width: 100%; height: auto; display: block; font: 12px ui-monospace, Menlo, Consolas, monospace; }
.machine text { text-anchor: middle; fill: var(--soft); }
.machine .under { font-size: 10px; }
.machine .node rect { fill: var(--sheet); stroke: var(--line); stroke-width: 1.25; }
.machine .seen rect { stroke: var(--ink); }
.machine .seen text { fill: var(--ink); }
.machine .seen.may rect { fill: var(--ok-ground); stroke: var(--ok); }
.machine .seen.may text { fill: var(--ok); }
.machine .here rect { fill: var(--ink); stroke: var(--ink); }
.machine .here text { fill: var(--ground); font-weight: 600; }
.machine .edge { fill: none; stroke-width: 1.25; stroke: var(--faint); }
.machine .edge.taken { stroke: var(--mark); stroke-width: 2; }
.machine .head { fill: var(--faint); }
.machine .head.taken { fill: var(--mark); }
.machine .badge rect { fill: var(--mark); }
.machine .badge text { fill: var(--ground); font: 600 11px ui-sans-serif, system-ui, sans-serif; }
.steps li { display: grid; grid-template-columns: 1.9rem minmax(0, 1fr); padding: .5rem 0;
  border-bottom: 1px solid var(--line); }
.steps li:last-child { border-bottom: 0; }
.steps .n { color: var(--mark); font-weight: 600; }
.steps p { font-size: .92rem; color: var(--soft); }
.steps .at { float: right; margin-left: .75rem; color: var(--soft); font-size: .85rem; }
.tree, .tree ul { line-height: 1.9; }
.tree ul { margin-left: .45rem; padding-left: 1.15rem; border-left: 1px solid var(--line); }
.tree li { position: relative; }
.tree ul > li::before { content: ""; position: absolute; left: -1.15rem; top: .95em; width: .8rem;
  border-top: 1px solid var(--line); }
.tree .pill { margin-left: .45rem; }
.tree .folder { font-weight: 600; }
.chapter { border-left: 2px solid var(--line); padding: 0 0 1.6rem 1.25rem; position: relative; margin-left: .4rem; }
.chapter:last-child { padding-bottom: 0; }
.chapter::before { content: ""; position: absolute; left: -.5rem; top: .3rem; width: .85rem; height: .85rem;
  border-radius: 50%; background: var(--ground); border: 2px solid var(--faint); }
.chapter.may { border-left-color: var(--ok); }
.chapter.may::before { background: var(--ok); border-color: var(--ok); }
.chapter.ended::before { background: var(--ink); border-color: var(--ink); }
.chapter.asks::before { background: var(--ask); border-color: var(--ask); }
.chapter > h3 .soft { font-weight: 400; }
.chapter > h3 { display: flex; flex-wrap: wrap; gap: .2rem .6rem; align-items: baseline; margin-bottom: .5rem; }
.entries > li { display: grid; grid-template-columns: 4.6rem minmax(0, 1fr); padding: .28rem 0; font-size: .95rem; }
.entries time { color: var(--soft); font-size: .85rem; padding-top: .1rem; }
.entries p + p, .entries ul { margin-top: .15rem; }
.entries .quiet { color: var(--soft); }
code.soft { font-size: .8em; }
.denied { background: var(--sheet); border: 1px solid var(--line); border-left: 4px solid var(--no);
  border-radius: 6px; padding: .5rem .8rem .55rem; }
.denied .why { color: var(--soft); font-size: .92rem; }
.denied .what { font-weight: 600; display: flex; flex-wrap: wrap; gap: 0 .5rem; align-items: baseline; }
.denied .rule { margin-left: auto; font-weight: 400; color: var(--soft); }
.bad { color: var(--no); font-weight: 600; }
.calls li { display: grid; grid-template-columns: 4.6rem 8.5rem minmax(0, 1fr); gap: 0 .75rem; padding: .2rem 0;
  font-size: .88rem; border-top: 1px solid var(--line); }
.rows > li { padding: .7rem 0; border-top: 1px solid var(--line); }
.rows > li:first-child { border-top: 0; padding-top: 0; }
.rows > li:last-child { padding-bottom: 0; }
.rows time, .card > header time { color: var(--soft); font-size: .85rem; }
.rows .line { display: flex; flex-wrap: wrap; gap: .15rem .7rem; align-items: baseline; }
.output { background: var(--code); border-radius: 8px; padding: .6rem .8rem; }
.output code { display: block; white-space: pre-wrap; }
pre { margin: 0; background: var(--code); border-radius: 8px; padding: .6rem .8rem; white-space: pre-wrap;
  overflow-wrap: anywhere; font: .86rem/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; }
.records > li { padding: .45rem 0; border-top: 1px solid var(--line); font-size: .88rem; }
.records dl { color: var(--soft); font-size: .85rem; grid-template-columns: minmax(0, 9.5rem) minmax(0, 1fr); }
h3.group { margin: 1.6rem 0 .6rem; }
h3.group:first-of-type { margin-top: 0; }
.cards + h3.group:first-of-type, .soft + h3.group:first-of-type { margin-top: 1.6rem; }
footer { border-top: 1px solid var(--line); padding: 1.25rem 0 2.5rem; }
@media (min-width: 62rem) { .path { grid-template-columns: minmax(0, 26rem) minmax(0, 1fr); } }
@media (max-width: 40rem) {
  .facts { grid-template-columns: minmax(4.5rem, max-content) minmax(0, 1fr); gap: .3rem .9rem; }
  .facts dt { max-width: 6.5rem; }
  .card { padding: .95rem 1rem; }
  .chapter { padding-left: 1rem; }
  .entries > li { grid-template-columns: 3.9rem minmax(0, 1fr); padding: .35rem 0; }
  .entries time { font-size: .78rem; padding-top: .2rem; }
  .calls li { grid-template-columns: 4.6rem minmax(0, 1fr); }
  .calls li > :last-child { grid-column: 1 / -1; }
  .tree ul { margin-left: .2rem; padding-left: .8rem; }
  .tree ul > li::before { left: -.8rem; width: .55rem; }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media print {
  :root { --ground: #fff; --sheet: #fff; --ink: #000; --soft: #444; --line: #bbb; }
  .toc, .skip { display: none; }
  .layout { display: block; }
  .card, .denied, .entries > li, .alert { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
"""

STYLE = f"{COLOURS}{LAYOUT}{PARTS}"
