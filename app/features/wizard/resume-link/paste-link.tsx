import { Button, TextInput } from "@mantine/core";
import { Form } from "@remix-run/react";
import { useMemo } from "react";
import { openLinkSchema } from "~/domain/submission/draft/link-key";
import { invalidError } from "~/forms/form-reply";
import { usePostedForm } from "~/ui/use-posted-form";
import styles from "./resume-link-forms.module.css";

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
    <Form method="post" noValidate className={styles.form} onSubmit={onSubmit} onInput={onInput}>
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
    </Form>
  );
}
