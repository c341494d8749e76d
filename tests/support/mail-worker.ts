import { bucketDocuments } from "~/domain/artists/agreement/documents.server";
import { mailProbe } from "~/integrations/mail/mail-probe.server";
import { mailConnection, mailRules } from "~/integrations/mail/mail-server";
import type { SmtpTimeouts } from "~/integrations/mail/smtp.server";
import { consoleLog } from "~/observability/log";
import { openDatabase } from "~/platform/database.server";
import { parseSettings } from "~/platform/settings";
import { deliver } from "../../workers/jobs/deliver";
import { jobRows } from "../../workers/jobs/job-rows";
import { runJob } from "../../workers/jobs/run-job";
import { sendMail } from "../../workers/jobs/send-mail";
import { noopRunContext } from "./noop-run-context";

interface Bindings {
  DB: D1Database;
  FILES: R2Bucket;
  /** The worker's timeouts. */
  PATIENCE: SmtpTimeouts;
}

const log = consoleLog({}, () => new Date());
let aheadSeconds = 0;
const now = () => new Date(Date.now() + aheadSeconds * 1000);

/** The jobs worker's queue consumer, with no other handler than the one under test. */
export default {
  /** `POST` advances the clock by the seconds in the body; `GET` probes the mail server. */
  async fetch(request, env) {
    if (request.method === "GET") {
      const mail = mailConnection(parseSettings({ ...env, SIGNING_SECRET: "s".repeat(32) }));
      if (mail.state === "off") return new Response("off");
      return mailProbe(mail.server)().then(
        () => new Response("well"),
        (error: unknown) => new Response(String(error)),
      );
    }
    aheadSeconds += Number(await request.text());
    return new Response();
  },
  async queue(batch, env) {
    const db = openDatabase(env.DB);
    const settings = parseSettings({ ...env, SIGNING_SECRET: "s".repeat(32) });
    const [mail, rules] = [mailConnection(settings), mailRules(settings, "https://x.example")];
    const documents = bucketDocuments(env.FILES);
    const work = sendMail({ db, documents, mail, rules, log, now, timeouts: env.PATIENCE });
    const findHandler = (type: string) => (type === "send-mail" ? work : undefined);
    const deps = {
      // Without a queue the message itself is returned with its delay.
      sendJob: () => Promise.reject(new Error("There is no queue here")),
      keepMalformed: async () => {},
      log,
      random: () => 0.5,
    };
    const context = {
      ...noopRunContext,
      rows: jobRows(db, now),
      findHandler,
      log,
      now,
      random: () => 0.5,
    };
    for (const message of batch.messages)
      await deliver(message, { ...deps, handle: (jobId) => runJob(context, jobId) });
  },
} satisfies ExportedHandler<Bindings>;
