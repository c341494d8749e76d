/** The parts of `npm run test:deep`; docs/testing.md describes them. */
export const DEEP_PARTS = [
  "links",
  "controls",
  "pages",
  "browsers",
  "fuzz",
  "node",
  "bench",
] as const;
export type DeepPart = (typeof DEEP_PARTS)[number];

/** A part of the product, with its tests. */
interface Room {
  name: string;
  /** Prefixes of its files' paths. */
  paths: readonly string[];
  /** Parts of `npm run test:deep` that such a change needs. */
  parts: readonly DeepPart[];
}

export const ROOMS: readonly Room[] = [
  {
    name: "uploads",
    paths: ["app/domain/uploads/", "app/features/wizard/upload/", "app/api/upload"],
    parts: ["links", "controls", "fuzz", "bench"],
  },
  {
    name: "media",
    paths: ["app/domain/media/", "app/domain/clips/"],
    parts: ["fuzz", "bench"],
  },
  {
    name: "wizard",
    paths: [
      ...["app/domain/submission/", "app/forms/", "app/features/wizard/"],
      ...["app/domain/access/", "app/domain/bot/", "app/domain/catalogue/", "app/routes/submit"],
    ],
    parts: ["controls", "pages", "browsers"],
  },
  {
    name: "portal",
    paths: [
      ...["app/domain/artists/", "app/domain/privacy/", "app/features/portal/"],
      ...["app/routes/_portal"],
    ],
    parts: ["controls", "pages", "browsers"],
  },
  {
    name: "staff",
    paths: [
      ...["app/domain/review/", "app/observability/", "app/features/staff/"],
      ...["app/routes/staff", "app/routes/analytics"],
    ],
    parts: ["controls", "pages", "browsers"],
  },
  {
    name: "public pages",
    paths: ["app/reference/", "app/features/public/", "app/routes/_public"],
    parts: ["controls", "pages"],
  },
  {
    name: "jobs and third parties",
    paths: ["workers/", "app/jobs/", "app/integrations/", "app/domain/mail/"],
    parts: ["fuzz", "bench"],
  },
  {
    name: "components",
    paths: ["app/ui/"],
    parts: ["controls", "pages", "browsers"],
  },
  {
    name: "platform",
    paths: ["app/platform/", "app/session/", "app/api/", "app/", "functions/"],
    parts: ["controls", "fuzz", "node"],
  },
  { name: "migrations", paths: ["migrations/"], parts: ["bench"] },
  {
    name: "tools",
    paths: ["package.json", "package-lock.json"],
    parts: ["node", "bench"],
  },
];

/** The rooms of files: for each file the one with the longest matching prefix. */
export function findRooms(files: readonly string[]): Room[] {
  const fileRooms = files.map((file) => {
    const fits = ROOMS.flatMap((room) =>
      room.paths.filter((path) => file.startsWith(path)).map((path) => ({ room, path })),
    );
    return fits.sort((a, b) => b.path.length - a.path.length)[0]?.room;
  });
  return ROOMS.filter((room) => fileRooms.includes(room));
}
