import { Stack } from "@mantine/core";
import { Form } from "@remix-run/react";
import { CodeField } from "~/ui/code-field";
import { FormReplyContext, NO_REPLY } from "~/ui/form-reply-context";
import { SecondaryButton } from "~/ui/intent-button";

/** The songwriter's own IPI number, which may stay empty. */
export function OwnIpi({ ipi }: { ipi: string }) {
  return (
    <FormReplyContext.Provider value={{ ...NO_REPLY, values: { ipi } }}>
      <Form method="post">
        <Stack gap="xs" maw={480}>
          <CodeField name="ipi" code="ipi" />
          <div>
            <SecondaryButton intent="ipi">Save the number</SecondaryButton>
          </div>
        </Stack>
      </Form>
    </FormReplyContext.Provider>
  );
}
