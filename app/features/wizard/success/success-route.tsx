import { Button } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import {
  type ClientLoaderFunctionArgs,
  Link,
  useActionData,
  useLoaderData,
} from "@remix-run/react";
import { useEffect } from "react";
import { savedReceipt } from "~/domain/submission/run/receipt.client";
import { previewPath } from "~/domain/uploads/preview";
import { deleteOfflineDraft } from "~/forms/autosave/sign-out";
import styles from "~/ui/notice-page.module.css";
import { pageTitle } from "~/ui/page-title";
import { SupportContact } from "~/ui/support";
import { uploads } from "../upload/uploads.client";
import type { correctEmailPost } from "./correct-email-post.server";
import { SUBMITTED, Submitted } from "./submitted";
import type { loader } from "./success-route.server";

/** Where a stored picture is seen: the one that this tab has made of it, else where it is stored. */
function seenPicture(path: string): string {
  const states = uploads.table.allStates();
  const preview = states.find(
    ({ uploadId }) => uploadId && previewPath(uploadId) === path,
  )?.preview;
  return preview?.status === "made" ? preview.src : path;
}

/** After a redirect within the wizard, scripts run already; opened directly, the page needs none. */
export const handle = { scripts: false };

/** A receipt of a submission made in this tab is enough; otherwise the server is asked. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const receipt = savedReceipt();
  if (!receipt) return serverLoader<typeof loader>();
  const submission = {
    ...receipt,
    artwork: receipt.artwork && seenPicture(receipt.artwork),
  };
  return { submission, isOpen: false, supportEmail: submission.supportEmail };
}

const notSent = (isOpen: boolean) => (isOpen ? "Not sent yet" : "Nothing sent yet");

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data?.submission ? SUBMITTED : notSent(data?.isOpen === true), page);

export default function SubmissionSuccess() {
  const { submission, isOpen, supportEmail } = useLoaderData<typeof loader>();
  const correction = useActionData<typeof correctEmailPost>();
  const submitted = submission !== undefined;
  // The files belong to the submission now; the next release starts without any.
  useEffect(() => {
    if (!submitted) return;
    uploads.clear();
    deleteOfflineDraft();
  }, [submitted]);
  if (!submission) return <NothingSent isOpen={isOpen} supportEmail={supportEmail} />;
  return <Submitted receipt={submission} correction={correction} />;
}

function NothingSent({ isOpen, supportEmail }: { isOpen: boolean; supportEmail: string }) {
  return (
    <div className={`${styles.page} wood-side`}>
      <h1>{notSent(isOpen)}</h1>
      <p className={styles.lead}>
        {isOpen
          ? "The submission that's open in this browser hasn't been sent yet. What you started is saved. Anything you sent before it is with us. You don't need to send that again."
          : "Nothing has been submitted from this browser yet."}
      </p>
      <p>
        If you submitted from another browser, or more than 14 days ago, we have it. Write to{" "}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a> if you are not sure.
      </p>
      <div className={styles.buttons}>
        <Button component={Link} to="/submit">
          Go to your submission
        </Button>
        <Button component={Link} to="/" variant="default">
          Return to Home
        </Button>
      </div>
    </div>
  );
}

/** Errors here always come after the submission was recorded. */
export function ErrorBoundary() {
  return (
    <div className={`${styles.page} wood-side`}>
      <h1>We couldn't open this page just now</h1>
      <p className={styles.lead}>
        Your submission is safe and you don't need to send anything again. Try this page again in a
        minute.
      </p>
      <p className={styles.actions}>
        <a href="/submit/success">Try again</a>
        <Link to="/">Return to Home</Link>
      </p>
      <SupportContact />
    </div>
  );
}
