import { Stack, TextInput } from "@mantine/core";
import { Form } from "@remix-run/react";
import { openLinkSchema } from "~/domain/submission/draft/link-key";
import type { FormReply } from "~/forms/form-reply";
import { IntentButton } from "~/ui/intent-button";
import { usePostedForm } from "~/ui/use-posted-form";

const EMPTY = { link: "" };

/** The form for a pasted resume link. */
export function PasteLink({ reply }: { reply: FormReply | undefined }) {
  const { field, onSubmit, onInput } = usePostedForm({
    schema: openLinkSchema,
    initial: EMPTY,
    reply,
  });
  return (
    <Form method="post" noValidate onSubmit={onSubmit} onInput={onInput}>
      <Stack>
        <TextInput
          id="link"
          label="Your link"
          description="It has /submit/continue/ in it."
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field("link")}
        />
        <div>
          <IntentButton intent="open-link">Open it</IntentButton>
        </div>
      </Stack>
    </Form>
  );
}
