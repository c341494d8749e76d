import * as v from "valibot";

/** The calls of the API that the test dashboard makes (portal document, sections 2, 3 and 7). */
export const apiTests = [
  { id: "health", title: "Server health", method: "GET", path: "/api/health" },
  {
    id: "board",
    title: "Task board connection",
    method: "GET",
    path: "/api/monday/test-connection",
  },
  { id: "columns", title: "Task board columns", method: "GET", path: "/api/monday/columns" },
  { id: "item", title: "Create a board item", method: "POST", path: "/api/monday/create-item" },
  { id: "drive", title: "Cloud drive sign-in", method: "POST", path: "/api/google/auth" },
  { id: "spotify", title: "Spotify", method: "GET", path: "/api/spotify/test" },
] as const;
export type ApiTest = (typeof apiTests)[number];
type ApiTestId = ApiTest["id"];

const text = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), "");

/** The fields of the specification's test form. */
export const testDataSchema = v.object({
  firstName: text,
  surname: text,
  email: text,
  artistName: text,
  country: text,
  city: text,
  releaseTitle: text,
  releaseType: v.fallback(v.picklist(["single", "ep", "lp"]), "single"),
  genres: text,
});
export type TestData = v.InferOutput<typeof testDataSchema>;

/** Default values of the form. */
export const testData: TestData = {
  firstName: "Test",
  surname: "Artist",
  email: "test.artist@example.com",
  artistName: "Test Artist",
  country: "United Kingdom",
  city: "Leeds",
  releaseTitle: "Test Release",
  releaseType: "single",
  genres: "Folk",
};

export function testRequestBody({ id }: ApiTest, data: TestData): object | undefined {
  if (id === "drive") return {};
  if (id !== "item") return undefined;
  const itemName = `Test: ${data.artistName} - ${data.releaseTitle}`;
  const filledFields = Object.entries(data).filter(([, value]) => value !== "");
  return { itemName, columnValues: Object.fromEntries(filledFields) };
}

export interface TestResult {
  id: ApiTestId;
  ok: boolean;
  message: string;
  detail?: string;
}

const known = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined);
const knownText = known(v.string());
const replySchema = v.object({
  success: known(v.boolean()),
  ok: known(v.boolean()),
  message: knownText,
  error: knownText,
  details: knownText,
  checks: known(v.record(v.string(), v.object({ state: v.string(), ms: v.number() }))),
  data: known(
    v.object({
      user: knownText,
      account: knownText,
      apiVersion: knownText,
      itemId: knownText,
      columns: known(v.array(v.unknown())),
      missing: known(v.array(v.object({ id: v.string() }))),
    }),
  ),
});
type Reply = v.InferOutput<typeof replySchema>;

function checksText({ checks = {} }: Reply): string {
  return Object.entries(checks)
    .map(([name, { state, ms }]) => `${name} ${state} (${ms} ms)`)
    .join(", ");
}

function successText(id: ApiTestId, reply: Reply): string {
  const { data, message } = reply;
  switch (id) {
    case "health":
      return `Everything answers: ${checksText(reply)}`;
    case "board":
      return `Connected as ${data?.user} of ${data?.account} (version ${data?.apiVersion})`;
    case "columns": {
      const missing = data?.missing ?? [];
      const missingIds = missing.map((column) => column.id).join(", ");
      return `${data?.columns?.length ?? 0} columns; ${missing.length === 0 ? "none is missing" : `missing: ${missingIds}`}`;
    }
    case "item":
      return `Item ${data?.itemId} is on the board`;
    default:
      return message ?? "It answers";
  }
}

/**
 * Evaluates a reply in the specification's words (section 8).
 * @param reply undefined if the call failed.
 */
export function toTestResult(
  { id }: Pick<ApiTest, "id">,
  reply: { ok: boolean; json: unknown } | undefined,
): TestResult {
  const result = v.safeParse(replySchema, reply?.json);
  if (!reply || !result.success) return { id, ok: false, message: "Test error" };
  const { success, ok, error, message, details } = result.output;
  if (reply.ok && success !== false && ok !== false)
    return { id, ok: true, message: successText(id, result.output) };
  if (id === "health") {
    const detail = checksText(result.output) || error;
    return { id, ok: false, message: "Server health check failed", detail };
  }
  return { id, ok: false, message: error ?? message ?? "Test error", detail: details };
}
