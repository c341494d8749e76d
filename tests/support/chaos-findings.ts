import * as v from "valibot";
import type { ChaosApp } from "./chaos-app";
import type { MailFaults } from "./chaos-mail";
import { type ChaosArtist, CLIPS, TRACK } from "./chaos-people";
import type { Decision } from "./chaos-staff";
import { coverBytes, sha256 } from "./drafts";

const fileSchema = v.object({ kind: v.string(), key: v.string(), uploadId: v.string() });
const submissionSchema = v.object({
  id: v.string(),
  draft_id: v.string(),
  reference: v.string(),
  artist_name: v.string(),
  email: v.string(),
  status: v.string(),
  monday_item_id: v.nullable(v.string()),
  files: v.pipe(v.string(), v.parseJson(), v.array(fileSchema)),
});
export type ChaosSubmission = v.InferOutput<typeof submissionSchema>;

const labelSchema = v.object({ label: v.string() });
const linkSchema = v.object({ url: v.string() });
const itemSchema = v.object({
  id: v.string(),
  name: v.string(),
  column_values: v.looseObject({
    submission_id: v.optional(v.string()),
    status: v.optional(labelSchema),
    audio_link: v.optional(linkSchema),
    artwork_link: v.optional(linkSchema),
    folder_link: v.optional(linkSchema),
  }),
});
const updateSchema = v.object({ item_id: v.string() });
const driveSchema = v.object({
  name: v.string(),
  parent: v.string(),
  id: v.string(),
  trashed: v.boolean(),
});

/** All submissions. */
export async function readSubmissions({ store }: ChaosApp): Promise<ChaosSubmission[]> {
  return v.parse(v.array(submissionSchema), await store.rows("SELECT * FROM submissions"));
}

const FILE_HASHES: Record<string, string> = { track: sha256(TRACK), artwork: sha256(coverBytes) };
const DRIVE_FILES = [
  ...["01 Night Ferry.wav", "Artwork.jpg", "Audio Clips", "Night Ferry - clip 1.wav"],
  ...["Night Ferry - clip 2.wav", "audio", "images"],
];
const STATUS_LABELS: Record<Decision, string> = { approved: "Approved", rejected: "Rejected" };

/** Collects what is not as it should be. */
class Findings {
  readonly list: string[] = [];
  /** Expects both to be equal as JSON. */
  expect(what: string, found: unknown, wanted: unknown): void {
    const [foundText, wantedText] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (foundText !== wantedText)
      this.list.push(`${what}: found ${foundText}, expected ${wantedText}`);
  }
}

async function checkFiles(
  app: ChaosApp,
  findings: Findings,
  { artist_name: name, id, files }: ChaosSubmission,
): Promise<void> {
  findings.expect(
    `${name}, kinds of files`,
    files.map(({ kind }) => kind).sort(),
    Object.keys(FILE_HASHES).sort(),
  );
  for (const { kind, key } of files) {
    const bytes = await app.store.object(key);
    findings.expect(`${name}, ${kind} in the bucket`, bytes && sha256(bytes), FILE_HASHES[kind]);
  }
  const sql = "SELECT state, key, sha256 FROM social_clips WHERE submission_id = ? ORDER BY number";
  const clips = await app.store.rows(sql, id);
  findings.expect(
    `${name}, clips`,
    clips.map(({ state }) => state),
    CLIPS.map(() => "cut"),
  );
  for (const clip of clips) {
    const bytes = await app.store.object(String(clip.key));
    findings.expect(`${name}, a clip in the bucket`, bytes && sha256(bytes), clip.sha256);
  }
}

async function checkLinks(findings: Findings, item: v.InferOutput<typeof itemSchema>) {
  const { audio_link, artwork_link, folder_link } = item.column_values;
  for (const [kind, link] of Object.entries({ track: audio_link, artwork: artwork_link })) {
    const reply = await fetch(link?.url ?? "http://missing.invalid").catch(() => undefined);
    const bytes = new Uint8Array((await reply?.arrayBuffer()) ?? []);
    findings.expect(`${item.name}, link to its ${kind}`, sha256(bytes), FILE_HASHES[kind]);
  }
  findings.expect(`${item.name}, link to its folder`, Boolean(folder_link), true);
}

async function checkBoard(
  app: ChaosApp,
  findings: Findings,
  submissions: readonly ChaosSubmission[],
  decisions: ReadonlyMap<string, Decision>,
): Promise<void> {
  const items = v.parse(v.array(itemSchema), await app.call("monday/items"));
  const updates = v.parse(v.array(updateSchema), await app.call("monday/updates"));
  findings.expect("items on the board", items.length, submissions.length);
  for (const { id, artist_name: name, monday_item_id } of submissions) {
    const boardItems = items.filter(({ column_values }) => column_values.submission_id === id);
    findings.expect(
      `${name}, its items`,
      boardItems.map((item) => item.id),
      [monday_item_id],
    );
    for (const item of boardItems) {
      const decision = decisions.get(id);
      const label = decision && STATUS_LABELS[decision];
      findings.expect(`${name}, status on the board`, item.column_values.status?.label, label);
      const itemUpdates = updates.filter(({ item_id }) => item_id === item.id);
      findings.expect(`${name}, updates of its item`, itemUpdates.length, 1);
      await checkLinks(findings, item);
    }
  }
}

async function checkDrive(
  app: ChaosApp,
  findings: Findings,
  submissions: readonly ChaosSubmission[],
): Promise<void> {
  const all = v.parse(v.array(driveSchema), await app.call("drive/files"));
  const files = all.filter(({ trashed }) => !trashed);
  const namesBelow = (parent: string): string[] =>
    files
      .filter((file) => file.parent === parent)
      .flatMap(({ name, id }) => [name, ...namesBelow(id)]);
  for (const { artist_name: artist, reference } of submissions) {
    const folders = files.filter(({ name }) => name === `${artist} (${reference})`);
    findings.expect(`${artist}, folders on the drive`, folders.length, 1);
    for (const { id } of folders)
      findings.expect(`${artist}, files on the drive`, namesBelow(id).sort(), DRIVE_FILES);
  }
}

const mailSchema = v.object({
  kind: v.string(),
  recipient: v.string(),
  state: v.string(),
  message_id: v.nullable(v.string()),
  last_error: v.nullable(v.string()),
  submission_id: v.nullable(v.string()),
});

async function checkMails(
  app: ChaosApp,
  findings: Findings,
  submissions: readonly ChaosSubmission[],
  { lettersOf }: MailFaults,
): Promise<void> {
  const mails = v.parse(v.array(mailSchema), await app.store.rows("SELECT * FROM mail_outbox"));
  for (const { kind, recipient, state, message_id, last_error } of mails) {
    const what = `the mail ${kind} to ${recipient}`;
    // What may have arrived or not is never sent again by itself.
    if (state !== "sent" && state !== "unconfirmed")
      findings.list.push(`${what} is ${state}: ${last_error}`);
    findings.expect(`${what}, copies`, lettersOf(message_id).length, 1);
  }
  for (const { id, artist_name } of submissions)
    for (const kind of ["confirmation", "status-change"]) {
      const sentMails = mails.filter((mail) => mail.submission_id === id && mail.kind === kind);
      findings.expect(`${artist_name}, mails of kind ${kind}`, sentMails.length, 1);
    }
}

/** Compares everything with what the artists have sent and staff have decided. */
export async function findFaults(
  app: ChaosApp,
  artists: readonly ChaosArtist[],
  decisions: ReadonlyMap<string, Decision>,
  mail: MailFaults,
): Promise<string[]> {
  const findings = new Findings();
  const submissions = await readSubmissions(app);
  const emails = (list: readonly { email: string }[]) => list.map(({ email }) => email).sort();
  findings.expect("submissions", emails(submissions), emails(artists));
  for (const submission of submissions) {
    const { artist_name: name, id, status } = submission;
    findings.expect(`${name}, status`, status, decisions.get(id));
    await checkFiles(app, findings, submission);
  }
  await checkBoard(app, findings, submissions, decisions);
  await checkDrive(app, findings, submissions);
  await checkMails(app, findings, submissions, mail);
  const openJobs = await app.store.rows(
    `SELECT id, type, state, attempts, last_error FROM jobs WHERE state <> 'done'
      AND NOT (type = 'send-mail' AND subject IN
        (SELECT id FROM mail_outbox WHERE state = 'unconfirmed'))`,
  );
  findings.expect("jobs that are not done", openJobs, []);
  findings.expect("dead letters", await app.store.rows("SELECT * FROM dead_letters"), []);
  return findings.list;
}
