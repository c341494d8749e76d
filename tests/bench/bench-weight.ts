import { resolve } from "node:path";
import { constants, gzipSync } from "node:zlib";
import { decodedMappings, TraceMap } from "@jridgewell/trace-mapping";
import { build, type Rollup } from "vite";
import { table } from "./figures";

/** The wizard's pages, each with its own route. */
const PAGES = ["artist", "music", "about", "review", "success"];

type Weights = Map<string, number>;

/** What no page of the form can do without. */
const REACT =
  /^(?:react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run\/.*)$/;

/** The package of a source, or the room of ours that it is in. */
function ownerOf(source: string): string {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  if (name) return name;
  const [, room] = /\/app\/((?:domain|features)\/[^/]+|[^/]+)\//.exec(source) ?? [];
  return room ? `app/${room}` : "app";
}

/** The bytes of minified code that come from each source. */
function bytesBySource({ code, map }: Rollup.OutputChunk): Weights {
  const weights: Weights = new Map();
  if (!map) return weights;
  const trace = new TraceMap(JSON.parse(map.toString()));
  const lines = code.split("\n");
  for (const [index, segments] of decodedMappings(trace).entries())
    for (const [n, segment] of segments.entries()) {
      const [column, source] = segment;
      const end = segments[n + 1]?.[0] ?? lines[index]?.length ?? column;
      const name = (source !== undefined && trace.resolvedSources[source]) || "";
      weights.set(name, (weights.get(name) ?? 0) + end - column);
    }
  return weights;
}

/** KB (1,000 bytes) after gzip -9, divided among the owners of its code by their share of the bytes. */
function weigh(chunk: Rollup.OutputChunk): Weights {
  const size = gzipSync(chunk.code, { level: constants.Z_BEST_COMPRESSION }).length / 1_000;
  const weights = bytesBySource(chunk);
  const total = [...weights.values()].reduce((sum, bytes) => sum + bytes, 0);
  const owners: Weights = new Map();
  for (const [source, bytes] of weights) {
    const owner = ownerOf(resolve("build", source));
    owners.set(owner, (owners.get(owner) ?? 0) + (size * bytes) / total);
  }
  return owners;
}

/** The chunks that a page's routes load before they start. */
function chunksOf(page: string, chunks: readonly Rollup.OutputChunk[]): Rollup.OutputChunk[] {
  const entries = ["entry.client", "root", "routes/submit", `routes/submit.${page}`];
  const isEntry = (id: string) =>
    entries.some((entry) => new RegExp(`/app/${entry}(?:/route)?\\.tsx(?:\\?|$)`).test(id));
  const found = new Set<Rollup.OutputChunk>();
  const pending = chunks.filter(({ facadeModuleId }) => facadeModuleId && isEntry(facadeModuleId));
  for (let chunk = pending.pop(); chunk; chunk = pending.pop()) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    const { imports } = chunk;
    pending.push(...chunks.filter(({ fileName }) => imports.includes(fileName)));
  }
  return [...found];
}

/** What each package costs on each page of the wizard, by the source maps of a build in memory. */
export async function benchWeight(): Promise<boolean> {
  console.log(
    "weight: KB (1,000 bytes) of script after gzip -9 that each page loads to start, by package",
  );
  const output = await build({ logLevel: "silent", build: { write: false, sourcemap: "hidden" } });
  const outputs = (Array.isArray(output) ? output : [output]).flatMap((result) =>
    "output" in result ? result.output : [],
  );
  const chunks = outputs.filter((part) => part.type === "chunk");
  const weightOf = new Map(chunks.map((chunk) => [chunk, weigh(chunk)]));
  const columns = PAGES.map((page) => {
    const sum: Weights = new Map();
    for (const chunk of chunksOf(page, chunks))
      for (const [owner, size] of weightOf.get(chunk) ?? [])
        sum.set(owner, (sum.get(owner) ?? 0) + size);
    return sum;
  });
  const owners = [...new Set(columns.flatMap((column) => [...column.keys()]))];
  const largest = (owner: string) => Math.max(...columns.map((column) => column.get(owner) ?? 0));
  const rows = owners
    .sort((one, other) => largest(other) - largest(one))
    .map((owner) => [owner, ...columns.map((column) => (column.get(owner) ?? 0).toFixed(1))]);
  const sumOf = (isPart: (owner: string) => boolean) =>
    columns.map((column) =>
      [...column].reduce((sum, [owner, size]) => (isPart(owner) ? sum + size : sum), 0).toFixed(1),
    );
  const sums = [
    ["React, router and Remix", ...sumOf((owner) => REACT.test(owner))],
    ["Mantine", ...sumOf((owner) => owner.startsWith("@mantine/"))],
    ["our own", ...sumOf((owner) => owner.startsWith("app"))],
    ["together", ...sumOf(() => true)],
  ];
  console.log(table([["package", ...PAGES], ...rows, ...sums]));
  return true;
}
