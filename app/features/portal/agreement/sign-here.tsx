import { Stack } from "@mantine/core";
import { Form } from "@remix-run/react";
import { IntentButton } from "~/ui/intent-button";

/** Signing on our own page without script, which Dropbox Sign needs. */
export function SignHere({ currentPath }: { currentPath: string }) {
  return (
    <Stack>
      <p>
        Signing with Dropbox Sign needs JavaScript. You can type your name here instead. It is the
        same agreement, and you get a signed PDF.
      </p>
      <Form method="post" action="/agreement">
        <input type="hidden" name="to" value={currentPath} />
        <IntentButton intent="here">Sign here instead</IntentButton>
      </Form>
    </Stack>
  );
}
