import { Group, Paper, Stack, Text } from "@mantine/core";
import { Link, useLoaderData } from "@remix-run/react";
import { FINAL_NO } from "~/domain/submission/record/status-text";
import { IntentButton } from "~/ui/intent-button";
import styles from "~/ui/notice-page.module.css";
import { SECRET_ADDRESS, titled } from "~/ui/page-title";
import { SupportContact } from "~/ui/support";
import { TaskBox } from "../dashboard/task-box";
import portal from "../portal.module.css";
import { ReleaseState } from "../release-state";
import { WhereItStands } from "../submission/where-it-stands";
import type { loader } from "./status-route.server";

/** The address is for one person, so no script may read it. */
export const handle = { scripts: false };

export const meta = titled("Where your submission stands", ...SECRET_ADDRESS);

export default function SubmissionStatus() {
  const page = useLoaderData<typeof loader>();
  if (!page)
    return (
      <div className={styles.page}>
        <h1>This link doesn't work</h1>
        <p className={styles.lead}>
          It may be cut off or too old, or the submission was deleted. Try the link in our newest
          email.
        </p>
        <SupportContact />
      </div>
    );
  const { artistName, title, reference, status, banner, reason, progress, newVersion } = page;
  return (
    <div className={styles.page}>
      <p className="eyebrow">{artistName}</p>
      <h1>{title}</h1>
      <Group>
        <ReleaseState status={status} actions={page.actions} />
        <Text span size="sm" c="dimmed">
          {reference}
        </Text>
      </Group>
      {progress && <WhereItStands {...page} progress={progress} />}
      <Paper component="section" p="sm" aria-labelledby="now">
        <Stack>
          <h2 id="now">{newVersion ? "You sent a new version" : banner.title}</h2>
          {newVersion ? (
            <p>
              We got it on {newVersion.on}: <a href={newVersion.path}>{newVersion.reference}</a>.
            </p>
          ) : (
            <p>{banner.text}</p>
          )}
          {reason && <blockquote className={portal.quote}>{reason}</blockquote>}
          {page.isFinal && <p>{FINAL_NO}</p>}
          {page.fix && <FixLinkForm sendsMail={page.sendsMail} done={page.done} />}
        </Stack>
      </Paper>
      <TaskBox tasks={page.tasks} />
      <SupportContact />
      <p className={styles.actions}>
        <Link to="/">Return to Home</Link>
      </p>
    </div>
  );
}

const SENT =
  "The link is on its way to your email. It can take a few minutes. Nothing there? We send only a few of these emails a day, and none if you have stopped our emails. Then write to us.";

function FixLinkForm({ sendsMail, done }: { sendsMail: boolean; done: string | null }) {
  if (done === "sent") return <p role="status">{SENT}</p>;
  return (
    <form method="post">
      <Stack gap="xs" align="start">
        <p>
          You can correct it and send it again. Our email about this has a link that opens your
          release.
        </p>
        {sendsMail && <IntentButton intent="send-link">Email me the link to fix it</IntentButton>}
      </Stack>
    </form>
  );
}
