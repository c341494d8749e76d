import { Button, Stack, TextInput } from "@mantine/core";
import { Form } from "@remix-run/react";
import { useMemo } from "react";
import { openLinkSchema } from "~/domain/submission/draft/link-key";
import { invalidError } from "~/forms/form-reply";
import { usePostedForm } from "~/ui/use-posted-form";

/** The form for a pasted resume link. */
export function PasteLink({ link, error }: { link: string; error: string | undefined }) {
  const replyErrors = useMemo(() => (error ? { link: invalidError(error) } : undefined), [error]);
  const initial = useMemo(() => ({ link }), [link]);
  const { field, onSubmit, onInput } = usePostedForm({
    schema: openLinkSchema,
    initial,
    errors: replyErrors,
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
          <Button type="submit" name="intent" value="open-link">
            Open it
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
