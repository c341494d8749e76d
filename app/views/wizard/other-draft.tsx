import { Form } from "@remix-run/react";
import { Button } from "~/components/controls";
import { LinkBox } from "~/components/link-box";
import { clearUploads } from "~/uploads/sending/upload-queue.client";

interface OtherDraftProps {
  /** The draft of this browser that another is about to take the place of. */
  other: { title: string } | undefined;
  /** The link to it, once it was made. */
  url: string | undefined;
  /** What the button that goes on sends, and says. */
  intent: "start" | "continue";
  children: string;
}

/** The button that leads to a draft; before it the one it replaces here, which is not to be lost. */
export function OtherDraft({ other, url, intent, children }: OtherDraftProps) {
  return (
    <>
      {other && (
        <>
          <p>
            This browser already has another unfinished submission
            {other.title && `, "${other.title}"`}. It's kept too, but from here on you'll need its
            link to open it.
          </p>
          {url ? (
            <LinkBox url={url} label="Link to the other submission" />
          ) : (
            <Form method="post">
              <Button type="submit" name="intent" value="keep-other">
                Make a link to the other one first
              </Button>
            </Form>
          )}
        </>
      )}
      {/* Files chosen in this tab belong to what was open in it before. */}
      <Form method="post" onSubmit={() => clearUploads()}>
        <Button
          type="submit"
          name="intent"
          value={intent}
          variant={other && !url ? "default" : undefined}
        >
          {children}
        </Button>
      </Form>
    </>
  );
}
