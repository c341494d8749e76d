import { MAX_LINES } from "~/entry/link-forms";
import { mailingId, mailingsSince, openMailing, workingLinks } from "~/entry/link-mailings.server";
import { addDays } from "~/platform/clock";
import { longTime } from "~/platform/formats/dates";
import { SECRET } from "~/platform/formats/secret-shape";
import { sha256Hex } from "~/platform/hash";
import type { Staff } from "~/platform/principal";
import type { Portal } from "~/session/portal";
import { refusal } from "~/session/refusal";
import { auditEntryOf } from "../audit-entry.server";

const NONE = "None of these links works any more, so no mail was sent.";
const TOO_MANY = `One list may have ${MAX_LINES} links. Nothing was sent.`;
const ASKED_BEFORE = "The mails of this list were asked for before: nobody gets a second one.";
const NO_MAIL_SERVER =
  "Mail is off just now: the mails wait in the outbox, so better copy the links.";

const LINK = new RegExp(String.raw`/r/(${SECRET})\s*$`, "gm");

/** The tokens in a list as the page shows it, a link a line, each once. */
const tokensIn = (list: string) => [
  ...new Set(Array.from(list.matchAll(LINK), ([, token = ""]) => token)),
];

/**
 * Asks for the mails of a list of returning artists' links that were just made: with its row in the
 * trail and the job that writes them, some at a time, in one batch. One list is mailed once.
 * @param list a link at the end of each line.
 * @returns what came of it, in words.
 * @throws Response 410 where no link of it works, 400 for too many.
 */
export async function mailList(context: Portal, by: Staff, list: string): Promise<string> {
  const { db, ids, clock, settings, sendJobs, scope } = context;
  const addressTokens = tokensIn(list);
  if (addressTokens.length > MAX_LINES) throw refusal(400, TOO_MANY);
  const now = clock();
  const hashes = await Promise.all(addressTokens.map((token) => sha256Hex(token)));
  const working = new Set((await workingLinks(db, hashes, now)).map(({ tokenHash }) => tokenHash));
  const tokens = addressTokens.filter((_, at) => working.has(hashes[at] ?? ""));
  if (tokens.length === 0) throw refusal(410, NONE);
  const id = await mailingId(tokens);
  const jobId = ids.next(now);
  const { requestId } = scope;
  const { SIGNING_SECRET: secret } = settings;
  const { isRequested, statements } = await openMailing(db, {
    id,
    jobId,
    tokens,
    secret,
    createdAt: now,
    staff: by,
    requestId,
  });
  const detail = `${tokens.length} links`;
  const deed = auditEntryOf(context, by, { action: "links-mailed", detail, at: now });
  const [rows] = await db.batch([...statements, deed(isRequested)]);
  if (rows.length === 0) return ASKED_BEFORE;
  await sendJobs([jobId]);
  if (!settings.SMTP_HOST) return NO_MAIL_SERVER;
  const mails = tokens.length === 1 ? "1 mail is" : `${tokens.length} mails are`;
  return `${mails} on the way, some at a time. The page of all links tells how far they have come.`;
}

/** For how long the page of links tells of a list. */
const SHOWN_DAYS = 7;
const MOST_SHOWN = 5;

/** How far the mails of the latest lists have come, in words. */
export async function describeMailings({ db, clock }: Pick<Portal, "db" | "clock">) {
  const mailings = await mailingsSince(db, addDays(clock(), -SHOWN_DAYS), MOST_SHOWN);
  return mailings.map(({ id, total, done, written, isOpen, staffName, createdAt }) => ({
    id,
    what: `${total === 1 ? "1 link" : `${total} links`} of a list, by ${staffName}, ${longTime(createdAt)}`,
    stands: [
      `${written} of ${total} mails written`,
      ...(isOpen ? [`${total - done} to come`] : []),
      // Deactivated, mailed before, or the address has stopped our mails.
      ...(done > written ? [`${done - written} links left out`] : []),
      ...(!isOpen && done < total ? [`${total - done} not written in time`] : []),
    ].join(", "),
  }));
}
