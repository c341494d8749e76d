import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { mailStates } from "~/mail/mail-store.server";
import { listMails } from "~/mail/outbox.server";
import { requireStaff } from "~/session/require-staff";
import { refuse, reply } from "./replies";

const MOST = 100;
const stateSchema = v.optional(v.picklist(mailStates));

/**
 * GET /api/mails: the outbox, the latest hundred, each with the job that sends it. With `?state=`,
 * those in that state alone. For staff.
 */
export async function showOutbox(
  request: IRequestStrict,
  { db, settings }: Pick<Portal, "db" | "settings">,
): Promise<Response> {
  const refused = requireStaff(settings, request);
  if (refused) return refused;
  const asked = new URL(request.url).searchParams.get("state") ?? undefined;
  const state = v.safeParse(stateSchema, asked);
  if (!state.success) return refuse(400, `A mail is ${mailStates.join(", ")}.`);
  const mails = await listMails(db, MOST, state.output);
  // The HTML body says what the text does.
  return reply(200, { success: true, mails: mails.map(({ htmlBody: _, ...mail }) => mail) });
}
