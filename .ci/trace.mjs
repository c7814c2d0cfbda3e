// Opens traces of `mnc2 profile` in the viewer of Perfetto and asks its database what it has understood.
//
// Usage: node trace.mjs PLAYWRIGHT_MODULE VIEWER MNC2 [PICTURES]
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

import { serve } from "../web/test/serve.mjs";

const [playwright, viewer, mnc2, pictures] = process.argv.slice(2);
const { chromium } = createRequire(import.meta.url)(playwright);

const program = `# === load ===
mvp/n1024i01 $p0@0 $lc0@0.0 #@ gen.py:3:5
mvp/n1024i01 $p0@1 $lc0@1.0 #@ gen.py:3:5
# === before ===
lpassa $lm0v $ls0v #@ gen.py:7:9
nop/9
# === compute ===
nop; wait i01
l2bmb $lc0 $lb0
nop/2
l1bmm $lb0 $lr8v
nop/2
dvadd $ls0v $lr8v $nowrite
dvmulu $mauf $ls0v $ln0v
`;
// Spans and arrows up to the limit of a trace.
const long = "dvadd $lr0v $ls0v $nowrite; linc $lm0v $ln0v\nlpassa $mauf $lr0v\nnop/4294967295\n".repeat(100_000);

const profile = (text) =>
  execFileSync(mnc2, ["profile", "--format", "trace", "-"], { input: text, maxBuffer: 1 << 30, stdio: ["pipe", "pipe", "ignore"] });

const server = await serve(viewer);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
const problems = [];

/** Opens a trace, and answers questions in SQL about it. */
async function open(trace) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 700 } });
  page.on("pageerror", (error) => problems.push(error.message));
  // This build of the viewer asks a local server for the trace; it needs nothing else from elsewhere.
  await page.route(/./, (route) => {
    const url = new URL(route.request().url());
    const served = { "/localtrace": trace, "/file_info": "{}" }[url.pathname];
    if (served) {
      return route.fulfill({ body: served, headers: { "access-control-allow-origin": "*", "content-type": "application/json" } });
    }
    return url.origin === new URL(server.address).origin ? route.continue() : route.abort();
  });
  await page.goto(server.address);
  await page.waitForFunction(() => window.app?.trace?.engine, null, { timeout: 120_000 });
  const ask = (question) =>
    page.evaluate(async (question) => {
      const rows = await window.app.trace.engine.query(question);
      const found = [];
      const columns = rows.columns();
      for (const row = rows.iter({}); row.valid(); row.next()) found.push(columns.map((column) => String(row.get(column))).join(" | "));
      return found;
    }, question);
  return { page, ask };
}
function same(what, found, expected) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    problems.push(`${what}: found ${JSON.stringify(found, null, 1)}, expected ${JSON.stringify(expected, null, 1)}`);
  }
}

const small = await open(profile(program));
const spans = `select thread.name, (slice.ts - (select min(ts) from slice)) / 1000 as begin, slice.dur / 1000 as steps, slice.name
  from slice join thread_track on slice.track_id = thread_track.id join thread using (utid)`;
same("spans", await small.ask(`${spans} where thread.name not in ('sections', 'nop, wait') order by thread.tid, slice.ts`), [
  "MAU | 23 | 1 | dvadd $ls0v $lr8v $nowrite",
  "MAU | 24 | 1 | dvmulu $mauf $ls0v $ln0v",
  "ALU | 0 | 1 | lpassa $lm0v $ls0v",
  "L1BM | 20 | 1 | l1bmm $lb0 $lr8v",
  "L2BM | 17 | 1 | l2bmb $lc0 $lb0",
  "waiting for MV | 10 | 6 | wait",
  "MV | 0 | 16 | mvp/n1024i01 $p0@0 $lc0@0.0",
  "MV 2 | 0 | 16 | mvp/n1024i01 $p0@1 $lc0@1.0",
]);
same("sections", await small.ask(`${spans} where thread.name = 'sections' order by slice.ts`), [
  "sections | 0 | 10 | before",
  "sections | 16 | 9 | compute",
]);
same("arrows", await small.ask(`select f.name, t.name from flow join slice f on flow.slice_out = f.id join slice t on flow.slice_in = t.id
  order by t.ts, f.ts, f.name`), [
  "mvp/n1024i01 $p0@0 $lc0@0.0 | l2bmb $lc0 $lb0",
  "mvp/n1024i01 $p0@1 $lc0@1.0 | l2bmb $lc0 $lb0",
  "l2bmb $lc0 $lb0 | l1bmm $lb0 $lr8v",
  "lpassa $lm0v $ls0v | dvadd $ls0v $lr8v $nowrite",
  "l1bmm $lb0 $lr8v | dvadd $ls0v $lr8v $nowrite",
  "lpassa $lm0v $ls0v | dvmulu $mauf $ls0v $ln0v",
  "dvadd $ls0v $lr8v $nowrite | dvmulu $mauf $ls0v $ln0v",
]);
same("generator", await small.ask(`select display_value from args join slice on slice.arg_set_id = args.arg_set_id
  where key = 'args.generator' order by slice.ts, display_value`), ["gen.py:3:5", "gen.py:3:5", "gen.py:7:9"]);
same("what it does not understand", await small.ask("select name, value from stats where severity in ('error', 'data_loss') and value > 0"), []);
await small.page.waitForTimeout(1000);
if (pictures) {
  // An arrow is drawn at the span that is chosen.
  const [id] = await small.ask("select id from slice where name like 'l2bmb%'");
  await small.page.evaluate((id) => window.app.trace.selection.selectSqlEvent("slice", Number(id)), id);
  await small.page.waitForTimeout(2000);
  await small.page.screenshot({ path: path.join(pictures, "trace.png") });
}
await small.page.close();

const trace = profile(long);
const large = await open(trace);
const [counts] = await large.ask("select (select count(*) from slice) + (select count(*) from flow) as events");
same("spans and arrows of a long program", counts, String(1 << 18));
same("what it does not understand", await large.ask("select name, value from stats where severity in ('error', 'data_loss') and value > 0"), []);
await browser.close();
await server.close();
if (problems.length) {
  for (const problem of problems) console.error(`not ok - ${problem}`);
  process.exit(1);
}
console.log(`ok - the viewer of Perfetto shows every span and arrow, and ${counts} of them in ${(trace.length / 1e6).toFixed(0)} MB`);
