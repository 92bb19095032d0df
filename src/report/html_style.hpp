// The style sheet of our pages.
#pragma once

#include <string_view>

namespace graphsparse::report {

// Figures keep their white ground in the dark, as they would on paper.
inline constexpr std::string_view kPageStyle = R"css(
:root{color-scheme:light dark;--ink:#1c1e21;--soft:#5c6370;--ground:#fff;--line:#dcdfe4;
--band:#f5f6f8;--link:#005a9c}
@media (prefers-color-scheme:dark){:root{--ink:#e4e6ea;--soft:#9aa3b0;--ground:#16181c;
--line:#353a43;--band:#1f2228;--link:#7cb8f0}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,
'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}
main{max-width:64rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.35rem;margin:2.75rem 0 .75rem;padding-bottom:.3rem;border-bottom:1px solid var(--line)}
h3{font-size:1.1rem;margin:1.75rem 0 .5rem}
p{max-width:46rem;margin:.6rem 0;overflow-wrap:anywhere}
a{color:var(--link)}
.subtitle{color:var(--soft);margin:0 0 1.5rem}
nav ul{columns:16rem;list-style:none;padding:0;margin:1rem 0}
nav li{padding:.1rem 0;break-inside:avoid}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.25rem 1.25rem;margin:1rem 0}
.facts dt{color:var(--soft)}
.facts dd{margin:0;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.scroll{overflow-x:auto;margin:1.25rem 0}
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);padding-bottom:.5rem}
th,td{padding:.35rem .8rem;text-align:left;vertical-align:top}
th{border-bottom:2px solid var(--line);white-space:nowrap}
td{border-bottom:1px solid var(--line)}
tbody tr:nth-child(even){background:var(--band)}
.number{text-align:right;white-space:nowrap}
pre{background:var(--band);border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem;
overflow-x:auto;font-size:.88rem}
figure{margin:1.5rem 0}
figure .paper{background:#fff;border:1px solid var(--line);border-radius:8px;padding:.75rem;
overflow-x:auto;width:fit-content;max-width:100%}
figure svg{display:block;max-width:100%;height:auto}
figure .wide svg{max-width:none}
figcaption{color:var(--soft);font-size:.92rem;max-width:46rem;margin-top:.5rem}
@media print{main{max-width:none;padding:0}nav{display:none}
figure,tr{break-inside:avoid}h2,h3{break-after:avoid}figure .paper{border:0;padding:0}
figure .wide svg{max-width:100%}}
)css";

}  // namespace graphsparse::report
