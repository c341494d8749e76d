import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { extractJson, wrangler } from "./cloudflare-resources";
import { PRODUCTION } from "./deploy-workers";
import { planInstallation } from "./installation";
import { runTool } from "./processes";
import type { SubmissionName } from "./submission-log";

const resultSchema = v.array(v.object({ results: v.array(v.object({ id: v.string() })) }));

/**
 * The query for the ids of everything that belongs to one submission, given the id of the submission or
 * of its draft, files, jobs or mails. The id is part of the SQL text, since the command cannot bind
 * values; `readName` allows only letters and digits.
 */
export function relatedIdsQuery({ end }: SubmissionName): string {
  const matches = (column: string) => `${column} LIKE '%${end}'`;
  return `WITH sent AS (SELECT id, draft_id FROM submissions
      WHERE ${matches("id")} OR ${matches("draft_id")}
      OR id IN (SELECT submission_id FROM jobs WHERE ${matches("id")})
      OR id IN (SELECT submission_id FROM mail_outbox WHERE ${matches("id")})
      OR draft_id IN (SELECT draft_id FROM uploads WHERE ${matches("id")})),
    begun AS (SELECT draft_id AS id FROM sent UNION SELECT id FROM drafts WHERE ${matches("id")}
      UNION SELECT draft_id FROM uploads WHERE ${matches("id")})
    SELECT id FROM sent UNION SELECT id FROM begun
    UNION SELECT id FROM uploads WHERE draft_id IN (SELECT id FROM begun)
    UNION SELECT id FROM jobs WHERE submission_id IN (SELECT id FROM sent)
    UNION SELECT id FROM mail_outbox WHERE submission_id IN (SELECT id FROM sent)`;
}

const parseIds = (output: string) =>
  v.parse(resultSchema, extractJson(output)).flatMap(({ results }) => results.map(({ id }) => id));

/**
 * Queries D1 on Cloudflare; empty where there is no such submission.
 * @throws Error with a sentence where the query fails.
 */
export async function queryRelatedRemote(name: SubmissionName): Promise<string[]> {
  const { site } = planInstallation(process.env.NAME_PREFIX || undefined).configs;
  const args = ["d1", "execute", "DB", "--remote", "-c", site, ...PRODUCTION, "--json"];
  try {
    return parseIds(await wrangler(...args, "--command", relatedIdsQuery(name)));
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    // Wrangler prints the error as JSON after its warnings.
    const message = /"text": "(.+)"/.exec(output)?.[1] ?? output;
    throw new Error(`The database on Cloudflare could not be asked. ${message}`);
  }
}

/** Queries a copy of the database of a local run, since its files must not be opened twice. */
export async function queryRelatedLocal(stateDir: string, name: SubmissionName): Promise<string[]> {
  const databases = join(stateDir, "v3", "d1");
  if (!existsSync(databases)) return [];
  const copy = mkdtempSync(join(tmpdir(), "logs-"));
  try {
    cpSync(databases, join(copy, "v3", "d1"), { recursive: true });
    const args = ["d1", "execute", "DB", "--local", "--persist-to", copy, "--json"];
    const env = { WRANGLER_SEND_METRICS: "false", CI: "true" };
    return parseIds(await runTool("wrangler", [...args, "--command", relatedIdsQuery(name)], env));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
