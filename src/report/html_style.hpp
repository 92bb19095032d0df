// The style sheet of our pages.
#pragma once

#include <string_view>

namespace graphsparse::report {

// Static figures are printed on white; in the dark they are shown with the light turned round. What
// is for readers with scripts alone is made by the script, so that nothing needs to be hidden.
inline constexpr std::string_view kPageStyle = R"css(
:root{color-scheme:light dark;--ink:#1c1e21;--soft:#5c6370;--ground:#fff;--line:#dcdfe4;
--band:#f5f6f8;--link:#005a9c;--mark:#e3eefb}
@media (prefers-color-scheme:dark){:root{--ink:#e4e6ea;--soft:#9aa3b0;--ground:#16181c;
--line:#353a43;--band:#1f2228;--link:#7cb8f0;--mark:#22364d}}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,
'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}
main{max-width:68rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .25rem;overflow-wrap:anywhere}
h2{font-size:1.35rem;margin:2.75rem 0 .75rem;padding-bottom:.3rem;border-bottom:1px solid var(--line)}
h3{font-size:1.1rem;margin:1.75rem 0 .5rem}
p{max-width:46rem;margin:.6rem 0;overflow-wrap:anywhere}
a{color:var(--link)}
.subtitle{color:var(--soft);margin:0 0 1.5rem}
nav ul{columns:16rem;list-style:none;padding:0;margin:1rem 0}
nav li{padding:.1rem 0;break-inside:avoid}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.25rem 1.25rem;margin:1rem 0}
.facts dt{color:var(--soft)}
.facts dd{margin:0;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;unicode-bidi:isolate}
.scroll{overflow-x:auto;margin:1.25rem 0}
.scroll.tall{width:fit-content;max-width:100%;position:relative;max-height:26rem;overflow-y:auto;border:1px solid var(--line);
border-radius:8px}
.tall thead th{position:sticky;top:0;background:var(--ground);box-shadow:0 2px var(--line)}
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);padding-bottom:.5rem}
th,td{padding:.35rem .8rem;text-align:left;vertical-align:top;unicode-bidi:isolate}
th{border-bottom:2px solid var(--line);white-space:nowrap}
td{border-bottom:1px solid var(--line);overflow-wrap:anywhere}
tbody tr:nth-child(even){background:var(--band)}
.number{text-align:right;white-space:nowrap}
th.number button{text-align:right}
pre{background:var(--band);border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem;
overflow-x:auto;font-size:.88rem}
figure{margin:1.5rem 0;position:relative}
figure .paper{background:#fff;border:1px solid var(--line);border-radius:8px;padding:.75rem;
overflow-x:auto;width:fit-content;max-width:100%}
figure svg{display:block;max-width:100%;height:auto}
figure .wide svg{max-width:none}
figcaption{color:var(--soft);font-size:.92rem;max-width:46rem;margin-top:.5rem}
button,input,select{font:inherit;font-size:.85rem;color:var(--ink);background:var(--ground);
border:1px solid var(--line);border-radius:6px;padding:.25rem .6rem;max-width:100%}
button{cursor:pointer}
button:hover{background:var(--band)}
button:focus-visible,input:focus-visible,select:focus-visible,svg:focus-visible
{outline:2px solid var(--link);outline-offset:1px}
svg:focus:not(:focus-visible){outline:none}
input[type=search]{width:12rem}
input[type=range]{width:7rem;padding:0;vertical-align:middle;accent-color:var(--link)}
th button{all:unset;cursor:pointer;font-weight:600}
th button:hover{color:var(--link)}
th button:focus-visible{outline:2px solid var(--link)}
th[aria-sort] button::after{content:" \25B2";font-size:.7em}
th[aria-sort=descending] button::after{content:" \25BC"}
.tools{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem .75rem;margin:.75rem 0;
font-size:.85rem;color:var(--soft)}
.tools .group{display:inline-flex;gap:.25rem}
.tools .value{display:inline-block;min-width:3.5em;font-variant-numeric:tabular-nums}
.tools output:empty{display:none}
tr.linked{cursor:pointer}
tr.linked:hover,tbody tr.chosen{background:var(--mark)}
.stage{display:grid;grid-template-columns:minmax(0,1fr) 16rem;border:1px solid var(--line);
border-radius:8px;overflow:hidden}
.view{height:34rem;min-width:0}
.view svg{width:100%;height:100%;touch-action:pan-y;cursor:grab}
.view svg:active{cursor:grabbing}
.view .node{cursor:pointer}
.details{border-left:1px solid var(--line);padding:1rem;font-size:.88rem;max-height:34rem;
overflow-y:auto}
.details h4{font-size:1.05rem;margin:0;overflow-wrap:anywhere}
.details h5{font-size:.88rem;margin:1rem 0 .35rem;color:var(--soft);font-weight:600}
.details .facts{gap:.1rem .75rem;margin:.5rem 0}
.details ul{list-style:none;margin:0;padding:0}
.details li{display:flex;justify-content:space-between;gap:.5rem;padding:.1rem 0}
.details li span{color:var(--soft);white-space:nowrap;font-variant-numeric:tabular-nums}
.details li button{all:unset;cursor:pointer;color:var(--link);overflow-wrap:anywhere}
.details li button:hover{text-decoration:underline}
.details .hint{color:var(--soft);margin:0}
.tip{position:absolute;z-index:1;pointer-events:none;background:var(--ground);color:var(--ink);
border:1px solid var(--line);border-radius:6px;padding:.35rem .6rem;font-size:.82rem;
font-variant-numeric:tabular-nums;box-shadow:0 2px 8px #0003;white-space:nowrap}
@media screen{figure.live:not(.both) .paper{display:none}}
figure.both .paper{margin-top:1rem}
@media screen and (prefers-color-scheme:dark){figure .paper{background:#1a1a1a}
figure .paper svg{filter:invert(.9) hue-rotate(180deg)}}
@media screen and (max-width:44rem){main{padding:1.5rem .9rem 3rem}h1{font-size:1.5rem}
.stage{grid-template-columns:minmax(0,1fr)}.view{height:24rem}figure .paper svg{max-width:none}
.details{border-left:0;border-top:1px solid var(--line);max-height:16rem}
.facts{grid-template-columns:minmax(0,1fr);gap:0 1rem}.facts dd{margin-bottom:.4rem}
.details .facts{grid-template-columns:max-content minmax(0,1fr)}}
@media print{main{max-width:none;padding:0}nav,.tools,.stage,.tip{display:none}
.scroll.tall{max-height:none;overflow:visible;border:0}
figure,tr{break-inside:avoid}h2,h3{break-after:avoid}figure .paper{border:0;padding:0}
figure .wide svg{max-width:100%}pre{white-space:pre-wrap;overflow-wrap:anywhere}}
)css";

}  // namespace graphsparse::report
