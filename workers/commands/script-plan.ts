/** The scripts of a build, as they are found. */
export interface Scripts {
  ids: Iterable<string>;
  /** What a script needs before it runs. */
  importsOf: (id: string) => readonly string[];
  /** In bytes, before gzip. */
  sizeOf: (id: string) => number;
  /** Whether nothing in it is ours: such scripts stay the same over many releases. */
  isForeign: (id: string) => boolean;
}

const STEPS = ["artist", "music", "about", "review"];

const isStep = (route: string) => STEPS.some((step) => route === `routes/submit.${step}`);

/** A script of two steps that is smaller, in bytes before gzip, is no burden for the others. */
const SMALL = 4_000;

/** Which entries need a script before they run, by the script's id. */
function usersOf({ importsOf }: Scripts, entries: ReadonlyMap<string, string>) {
  const users = new Map<string, Set<string>>();
  function visit(id: string, user: string): void {
    const known = users.get(id) ?? new Set();
    if (known.has(user)) return;
    users.set(id, known.add(user));
    for (const next of importsOf(id)) visit(next, user);
  }
  for (const [id, name] of entries) visit(id, name);
  return users;
}

/**
 * Says which scripts go into one file, by who needs them: all pages (libraries in a file of their
 * own), the wizard, or two of its steps. Left out is what one page needs, which stays with it, and
 * what is loaded on use.
 * @param entries the scripts that pages begin with, by their ids, and what their routes are called.
 */
export function planScripts(
  scripts: Scripts,
  entries: ReadonlyMap<string, string>,
): Map<string, string> {
  const users = usersOf(scripts, entries);
  const files = new Map<string, string[]>();
  for (const id of scripts.ids) {
    const file = entries.has(id) ? undefined : fileFor(users.get(id) ?? new Set());
    if (!file) continue;
    const name = file === "portal" && scripts.isForeign(id) ? "library" : file;
    files.set(name, [...(files.get(name) ?? []), id]);
  }
  return new Map(
    [...files].flatMap(([file, ids]) => {
      const bytes = ids.reduce((sum, id) => sum + scripts.sizeOf(id), 0);
      const isPair = file.includes("-");
      return ids.map((id): [string, string] => [id, isPair && bytes < SMALL ? "wizard" : file]);
    }),
  );
}

function fileFor(users: ReadonlySet<string>): string | undefined {
  if (users.has("entry.client") || users.has("root")) return "portal";
  const steps = [...users].filter(isStep).sort();
  if (users.has("routes/submit") || steps.length > 2) return "wizard";
  return steps.length === 2 ? steps.join("-").replaceAll("routes/submit.", "") : undefined;
}
