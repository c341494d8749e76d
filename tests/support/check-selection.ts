import { readFileSync } from "node:fs";
import { findAffected, type Importers } from "./module-graph";

/**
 * The journeys of `npm run check`, by tag, with the pages and calls of ours that each visits. Where several are
 * as near to a change, the first is run.
 */
export const JOURNEYS: Readonly<Record<string, readonly string[]>> = {
  "@wizard": ["app/routes/submit.about.tsx", "app/routes/submit.tsx"],
  "@staff": [
    ...["app/routes/staff.tsx", "app/routes/staff._queue.tsx", "app/routes/staff.mode.tsx"],
    ...["app/routes/staff_.sign-in.tsx", "app/routes/staff_.sign-out.tsx"],
    "app/routes/submit._index.tsx",
  ],
  "@portal": [
    ...["app/routes/login.tsx", "app/routes/login_.link.$token.tsx"],
    ...["app/routes/_portal.tsx", "app/routes/_portal.dashboard.tsx"],
  ],
  "@uploads": [
    "app/routes/submit.music/route.tsx",
    ...["app/api/upload-parts.ts", "app/api/uploads.ts"],
  ],
  "@public": ["app/routes/_public.tsx", "app/routes/_public._index.tsx"],
  "@jobs": [
    "workers/jobs/index.ts",
    ...["app/routes/submit.artist/route.tsx", "app/routes/submit.review/route.tsx"],
    "app/routes/submit.success.tsx",
  ],
};

/** The tags of the journeys to run after these changes: of those that a file reaches, the nearest one. */
export function findJourneys(changed: readonly string[], importers: Importers): string[] {
  const tags = changed.flatMap((file) => {
    const distances = findAffected([file], importers);
    const reached = Object.entries(JOURNEYS).map(([tag, pages]) => ({
      tag,
      distance: Math.min(...pages.map((page) => distances.get(page) ?? Number.POSITIVE_INFINITY)),
    }));
    const [nearest] = reached.toSorted((a, b) => a.distance - b.distance);
    return nearest && Number.isFinite(nearest.distance) ? nearest.tag : [];
  });
  return [...new Set(tags)];
}

/** More would take longer than a minute on two cores. */
const UNIT_FILES_AT_MOST = 150;

const isUnitTest = (file: string) =>
  /^(?:app|workers|tests\/specification)\/.*\.test\.tsx?$/.test(file);

/** Whether a test looks at the sources themselves, which it reads and does not import. */
const readsSources = (file: string) =>
  file.startsWith("tests/specification/") && readFileSync(file, "utf8").includes('"node:fs"');

/** The files of unit tests to run, the nearest to the change first, and how many others it affects. */
export function findUnitTests(
  affected: ReadonlyMap<string, number>,
  sources: readonly string[],
): { chosen: string[]; left: number } {
  const near = [...affected.keys()].filter(isUnitTest);
  const readers = sources.filter((file) => isUnitTest(file) && readsSources(file));
  return {
    chosen: [...new Set([...near.slice(0, UNIT_FILES_AT_MOST), ...readers])],
    left: Math.max(0, near.length - UNIT_FILES_AT_MOST),
  };
}
