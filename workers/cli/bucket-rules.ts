/**
 * CORS rules that let only the pages of one site send parts to the bucket. ETag is exposed because a
 * browser learns from it which bytes were stored.
 * @param origin the address of the site, without a path.
 */
export function corsConfiguration(origin: string) {
  const allowedRequests = {
    origins: [origin],
    methods: ["PUT", "GET", "HEAD"],
    headers: ["content-type"],
  };
  return { rules: [{ allowed: allowedRequests, exposeHeaders: ["ETag"], maxAgeSeconds: 3600 }] };
}

/** The bucket that browsers send to directly. */
export type DirectBucket = NonNullable<ReturnType<typeof directBucket>>;

/** Reads {@link DirectBucket} from settings; undefined when they name none, or no site. */
export function directBucket(values: Record<string, string>) {
  const { R2_S3_ENDPOINT: endpoint, R2_S3_BUCKET: bucket, PUBLIC_URL: origin } = values;
  if (!endpoint || !bucket || !origin) return undefined;
  const onR2 = new URL(endpoint).hostname.endsWith(".r2.cloudflarestorage.com");
  return {
    bucket,
    /** The address of the site whose pages send there. */
    origin,
    /** Whether wrangler can set its rules. */
    onR2,
  };
}

export const ABORT_RULE = "unfinished-uploads";
/** A day longer than uploads stay open, because the sweep aborts them first and updates the draft. */
export const ABORT_DAYS = 15;
const UPLOADS = "artists/";

interface Rule {
  name: string;
  enabled: boolean;
  prefix: string;
  actions: string[];
  /** After how many days it aborts unfinished uploads, if it does. */
  days?: number;
}

/** The rules in the output of `wrangler r2 bucket lifecycle list`. */
function parseRules(listing: string): Rule[] {
  return listing.split(/^(?=name:)/m).flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1]?.trim();
    const name = field("name");
    if (name === undefined) return [];
    const prefix = (field("prefix") ?? "").replace("(all prefixes)", "");
    const actions = (field("action") ?? "").split(", ");
    const days = /Abort incomplete multipart uploads after ([\d.]+) days/.exec(actions.join());
    const rule = { name, enabled: field("enabled") === "Yes", prefix, actions };
    return [days ? { ...rule, days: Number(days[1]) } : rule];
  });
}

/**
 * The changes after which unfinished uploads live {@link ABORT_DAYS} days. The shortest rule applies,
 * and every new bucket has one of 7 days.
 * @param listing the output of `wrangler r2 bucket lifecycle list`.
 * @returns the rules to remove, whether ours is to be added, and the rules that are too short but do
 * something else too, so that they must be changed by hand.
 */
export function lifecycleChanges(listing: string): {
  remove: string[];
  add: boolean;
  tooShort: string[];
} {
  const rules = parseRules(listing);
  const abortRules = rules.filter(({ name }) => name === ABORT_RULE);
  const isCorrect = abortRules.some(
    ({ enabled, prefix, actions, days }) =>
      enabled && prefix === "" && actions.length === 1 && days === ABORT_DAYS,
  );
  const shortRules = rules.filter(
    ({ name, enabled, prefix, days }) =>
      name !== ABORT_RULE &&
      enabled &&
      days !== undefined &&
      days < ABORT_DAYS &&
      (UPLOADS.startsWith(prefix) || prefix.startsWith(UPLOADS)),
  );
  const names = (selected: Rule[]) => selected.map(({ name }) => name);
  return {
    remove: [
      ...names(shortRules.filter(({ actions }) => actions.length === 1)),
      ...names(isCorrect ? [] : abortRules),
    ],
    add: !isCorrect,
    tooShort: names(shortRules.filter(({ actions }) => actions.length > 1)),
  };
}
