import { Checkbox, Text } from "@mantine/core";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { FINAL_NO } from "~/domain/submission/record/status-text";
import { longDate } from "~/platform/formats/dates";
import { NearDateNote } from "~/ui/near-date-note";
import styles from "~/ui/notice-page.module.css";
import { SECRET_ADDRESS, titled } from "~/ui/page-title";
import { SupportContact } from "~/ui/support";
import { OtherDraft } from "../other-draft";
import type { loader } from "./fix-route.server";

/** The address is secret, so no script may read it. */
export const handle = { scripts: false };

export const meta = titled("Fix it and send it again", ...SECRET_ADDRESS);

type Page = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Fix() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<{ url: string }>();
  if (page.state === "live") return <LiveFixLink page={page} url={(reply ?? page.shown)?.url} />;
  return <EndedFixLink page={page} />;
}

function LiveFixLink({
  page,
  url,
}: {
  page: Extract<Page, { state: "live" }>;
  url: string | undefined;
}) {
  const { title, artistName, kind, reason, isUsed, until, near, other, press } = page;
  return (
    <div className={styles.page}>
      {artistName && <p className="eyebrow">{artistName}</p>}
      <h1>Fix "{title}" and send it again</h1>
      {near && <NearDateNote {...near} />}
      {reason && (
        <section>
          <h2>{kind === "changes" ? "Please change this" : "This is why we said no"}</h2>
          <Text component="blockquote" mt="xs" style={{ whiteSpace: "pre-line" }}>
            {reason}
          </Text>
        </section>
      )}
      <p>
        {isUsed
          ? "You have begun. All you changed is kept, and nothing has been sent yet."
          : "All your answers and files are kept. Send us only what you change."}{" "}
        This link is for you alone, and works until {until}.
      </p>
      <OtherDraft
        other={other}
        url={url}
        press={press}
        intent="fix"
        fields={
          near && (
            <Checkbox
              name="nextDate"
              mb="sm"
              label={`Move the release to ${longDate(near.next)}`}
            />
          )
        }
      >
        {isUsed ? "Carry on" : "Fix it and send it again"}
      </OtherDraft>
      <SupportContact />
    </div>
  );
}

const ENDED_TEXTS = {
  decided: {
    heading: "We have decided since then",
    text: "There's nothing to fix by this link any more. See what we decided.",
  },
  final: { heading: "This release can't be sent again", text: FINAL_NO },
  expired: {
    heading: "This link has ended",
    text: "The page of your submission sends you a new one.",
  },
  sent: { heading: "You sent a new version", text: "There's nothing more for you to do." },
};

/** Why a link does not work, and what to do. */
function EndedFixLink({ page }: { page: Exclude<Page, { state: "live" }> }) {
  if (page.state === "unknown")
    return (
      <div className={styles.page}>
        <h1>This link doesn't work</h1>
        <p className={styles.lead}>{page.text}</p>
        <SupportContact />
      </div>
    );
  const { heading, text } = ENDED_TEXTS[page.state];
  const { title, sent, statusPath, until } = page;
  return (
    <div className={styles.page}>
      <p className="eyebrow">{title}</p>
      <h1>{heading}</h1>
      <p className={styles.lead}>
        {page.state === "expired" && `It worked until ${until}. `}
        {sent && `We got it on ${sent.on}, as ${sent.reference}. `}
        {text}
      </p>
      <p className={styles.actions}>
        <a href={statusPath}>See the status of your submission</a>
        <Link to="/">Return to Home</Link>
      </p>
      <SupportContact />
    </div>
  );
}
