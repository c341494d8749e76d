import * as v from "valibot";
import { lastOf } from "~/platform/formats/last-of";
import { normalizeText } from "~/platform/formats/normalize-text";
import type { Fields } from "./autosave-state";

/** The used part of localStorage. Any call may throw: storage may be full or forbidden. */
export type CopyStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export interface Copy {
  /** The version token of the answers it was typed over. */
  base: string;
  /** In order; the first may have arrived already. */
  unsent: readonly Fields[];
}

const PREFIX = "draft:";
/** A page is read moments before it is shown: more saves than happen in between. */
const MAX_KNOWN_SAVES = 10;
const MAX_AGE_MS = 14 * 86_400_000;

const copySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    base: v.string(),
    unsent: v.pipe(v.array(v.array(v.tuple([v.string(), v.string()]))), v.minLength(1)),
    at: v.number(),
  }),
);

function ignoreErrors<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** The local copy of one step of one draft. Its methods never throw. */
export function createLocalCopy(
  storage: () => CopyStorage,
  { draftId, step }: { draftId: string; step: string },
  now: () => number,
) {
  const key = `${PREFIX}${draftId}:${step}`;
  // The copy of this tab: another tab on the same step writes to the same key.
  let tabText: string | undefined;
  return {
    read(): Copy | undefined {
      const text = ignoreErrors(() => storage().getItem(key)) ?? undefined;
      const copy = v.safeParse(copySchema, text);
      tabText = text;
      if (copy.success) return copy.output;
      this.remove();
      return undefined;
    },
    save(copy: Copy): void {
      const text = JSON.stringify({ ...copy, at: now() });
      const storedText = ignoreErrors(() => {
        storage().setItem(key, text);
        return text;
      });
      // Without room the previous copy is still stored.
      tabText = storedText ?? tabText;
    },
    remove(): void {
      ignoreErrors(() => {
        if (tabText !== undefined && storage().getItem(key) === tabText) storage().removeItem(key);
      });
      tabText = undefined;
    },
  };
}

function dropOldCopies(storage: () => CopyStorage, now: number): void {
  ignoreErrors(() => {
    const store = storage();
    const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
    for (const key of keys) {
      if (!key?.startsWith(PREFIX)) continue;
      const copy = v.safeParse(copySchema, store.getItem(key));
      if (!copy.success || copy.output.at < now - MAX_AGE_MS) store.removeItem(key);
    }
  });
}

/** The value of an id counts, as it tells which row the fields around it belong to. */
function fieldIdentity([name, value]: Fields[number]): string {
  return name.endsWith(".id") ? `${name}=${value}` : name;
}

function covers(later: Fields, earlier: Fields): boolean {
  const names = new Set(later.map(fieldIdentity));
  return earlier.every((field) => names.has(fieldIdentity(field)));
}

/**
 * The states still to be sent once the form reads `fields`. A form posts only its open panels, so
 * an earlier state with fields that have gone since stays in the queue.
 */
export function mergeUnsent(unsent: readonly Fields[], fields: Fields): Fields[] {
  return [...unsent.filter((earlier) => !covers(fields, earlier)), fields];
}

/** Whether two states mean the same once saved: stray spaces and empty fields do not count. */
export function sameAnswers(first: Fields, second: Fields): boolean {
  const normalizedFields = (fields: Fields) =>
    fields.flatMap(([name, value]) => {
      const text = normalizeText(value);
      return text === "" ? [] : [[name, text] as const];
    });
  return JSON.stringify(normalizedFields(first)) === JSON.stringify(normalizedFields(second));
}

export interface AutosavePage {
  /** The id of a draft, or of an artist's release. */
  draftId: string;
  step: string;
  version: string;
  /** The path of the save call; by default that of a step of the current draft. */
  path?: string;
}

/** The unsaved states of a form, with a copy in this browser. */
export class AutosaveQueue {
  token: string;
  private readonly copy: ReturnType<typeof createLocalCopy>;
  private unsent: readonly Fields[] = [];
  private savedFields: Fields | undefined;
  /** The last saves, each with the version token that it has replaced. */
  private saves: readonly { replaced: string; fields: Fields }[] = [];
  /** A taken state may have arrived and must be sent again unchanged. */
  private headState: "waiting" | "taken" = "waiting";

  constructor(
    private readonly page: AutosavePage,
    private readonly storage: () => CopyStorage,
    private readonly now: () => number,
  ) {
    this.token = page.version;
    this.copy = createLocalCopy(storage, page, now);
  }

  isEmpty(): boolean {
    return this.unsent.length === 0;
  }

  /** Adds a state of the form. @returns whether it is new. */
  add(fields: Fields): boolean {
    const last = lastOf(this.unsent) ?? this.savedFields;
    if (last && sameAnswers(fields, last)) return false;
    const headCount = this.headState === "taken" ? 1 : 0;
    this.unsent = [
      ...this.unsent.slice(0, headCount),
      ...mergeUnsent(this.unsent.slice(headCount), fields),
    ];
    return true;
  }

  saveCopy(): void {
    const { token: base, unsent } = this;
    if (unsent.length > 0) this.copy.save({ base, unsent });
  }

  takeNext(): Fields | undefined {
    const [next] = this.unsent;
    this.headState = next ? "taken" : "waiting";
    return next && [...next, ["version", this.token], ["draft", this.page.draftId]];
  }

  releaseHead(): void {
    this.headState = "waiting";
  }

  markSaved(version: string): void {
    const [fields] = this.unsent;
    if (fields)
      this.saves = [...this.saves, { replaced: this.token, fields }].slice(-MAX_KNOWN_SAVES);
    this.token = version;
    this.headState = "waiting";
    this.savedFields = fields;
    this.unsent = this.unsent.slice(1);
    if (this.isEmpty()) this.copy.remove();
  }

  rebase(version: string): void {
    this.token = version;
  }

  clear(): void {
    this.unsent = [];
    this.copy.remove();
  }

  /**
   * Starts with a page as it was opened.
   * @param previousCopy of the same step in this tab; else the stored copy counts.
   * @returns the states that never arrived, to be shown in order and sent at once. If they are
   * based on older answers than the page shows, the server finds the conflict.
   */
  resume(pageFields: Fields, previousCopy: Copy | undefined): readonly Fields[] {
    dropOldCopies(this.storage, this.now());
    this.savedFields = pageFields;
    const backup = previousCopy ?? this.copy.read();
    const [oldest, ...newer] = backup?.unsent ?? [];
    if (!backup || !oldest) return [];
    if (newer.length === 0 && sameAnswers(oldest, pageFields)) {
      this.copy.remove();
      return [];
    }
    this.token = backup.base;
    this.unsent = backup.unsent;
    this.headState = "taken";
    return backup.unsent;
  }

  /**
   * What the next page on this step lacks: the unsent states, or those that were saved after it was read.
   * @param pageVersion the version token of that page.
   */
  copyForNextPage(pageVersion: string | undefined): Copy | undefined {
    const { token: base, unsent, saves } = this;
    if (!this.isEmpty()) return { base, unsent };
    if (pageVersion === undefined || pageVersion === base) return undefined;
    const index = saves.map(({ replaced }) => replaced).lastIndexOf(pageVersion);
    if (index < 0) return undefined;
    const lacking = saves
      .slice(index)
      .reduce<Fields[]>((states, { fields }) => mergeUnsent(states, fields), []);
    return { base, unsent: lacking };
  }
}
