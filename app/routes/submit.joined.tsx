import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { Button } from "~/components/controls";
import styles from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { findEntry } from "~/entry/waiting-list.server";
import { predictMail } from "~/mail/predict-mail.server";
import { waitingListMailKey } from "~/mail/waiting-list-mail";
import { longDate } from "~/platform/formats/dates";
import { JOINED_TITLE, Joined } from "~/views/wizard/waiting-list/joined";

/** After a redirect within the wizard, scripts run already; opened directly, the page needs none. */
export const handle = { scripts: false };

const idSchema = v.pipe(v.string(), v.ulid());

/** The page has no personal data, so anybody with its address may read it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, settings, clock } = context;
  const { SUPPORT_EMAIL: supportEmail } = settings;
  const id = v.safeParse(idSchema, new URL(request.url).searchParams.get("entry"));
  const row = id.success ? await findEntry(db, id.output) : undefined;
  if (!row) return { entry: undefined, supportEmail };
  const { reference, replyDueAt, email: recipient } = row;
  const mail = { dedupeKey: waitingListMailKey(row.id), kind: "waiting-list", recipient } as const;
  const mailPrediction = await predictMail(db, mail, settings, clock());
  return { entry: { reference, replyDue: longDate(replyDueAt), ...mailPrediction }, supportEmail };
}

const NOT_FOUND_TITLE = "Nothing sent yet";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => [
  ...pageTitle(data?.entry ? JOINED_TITLE : NOT_FOUND_TITLE, page),
  { name: "robots", content: "noindex" },
];

export default function JoinedTheList() {
  const { entry, supportEmail } = useLoaderData<typeof loader>();
  if (entry) return <Joined {...entry} supportEmail={supportEmail} />;
  return (
    <div className={`${styles.page} wood-side`}>
      <h1>{NOT_FOUND_TITLE}</h1>
      <p className={styles.lead}>We can't find what this address is about.</p>
      <p>
        If you joined our waiting list and aren't sure that it worked, send it once more: nobody is
        on it twice. Or write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
      <div className={styles.buttons}>
        <Button component={Link} to="/submit">
          Share your new music
        </Button>
        <Button component={Link} to="/" variant="default">
          Return to Home
        </Button>
      </div>
    </div>
  );
}
