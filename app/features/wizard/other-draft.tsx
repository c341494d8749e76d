import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { PRESS_FIELD } from "~/forms/press-field";
import { IntentButton } from "~/ui/intent-button";
import { LinkBox } from "~/ui/link-box";
import { uploads } from "./upload/uploads.client";

interface OtherDraftProps {
  /** The draft of this browser that will be replaced. */
  other: { title: string } | undefined;
  /** The link to it, once it is created. */
  url: string | undefined;
  /** The id of the next press, see `idsOfPress`. */
  press: string;
  intent: "start" | "continue" | "fix";
  /** Further fields of its form. */
  fields?: ReactNode;
  children: string;
}

/** The button that opens a draft, preceded by a link to the draft that it replaces. */
export function OtherDraft({ other, url, press, intent, fields, children }: OtherDraftProps) {
  return (
    <>
      {other && (
        <>
          <p>
            This browser already has another unfinished submission
            {other.title && `, "${other.title}"`}. We keep it too, but you need its link to open it
            later.
          </p>
          {url ? (
            <LinkBox url={url} label="Link to the other submission" />
          ) : (
            <Form method="post">
              <input type="hidden" name={PRESS_FIELD} value={press} />
              <IntentButton intent="keep-other">Make a link to the other one first</IntentButton>
            </Form>
          )}
        </>
      )}
      {/* Files chosen in this tab belong to the replaced draft. */}
      <Form method="post" onSubmit={() => uploads.clear()}>
        <input type="hidden" name={PRESS_FIELD} value={press} />
        {fields}
        <IntentButton intent={intent} variant={other && !url ? "default" : undefined}>
          {children}
        </IntentButton>
      </Form>
    </>
  );
}
