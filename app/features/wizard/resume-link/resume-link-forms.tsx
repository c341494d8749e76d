import { Alert, Stack, TextInput } from "@mantine/core";
import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { linkAddressSchema } from "~/domain/submission/draft/link-address";
import type { FormReply } from "~/forms/form-reply";
import { PRESS_FIELD } from "~/forms/press-field";
import { FormSection } from "~/ui/form-section";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { usePostedForm } from "~/ui/use-posted-form";

interface DraftProps {
  /** The draft of this page: the browser may have opened another one since. */
  draftId: string;
  /** The id of the next press, see `idsOfPress`. */
  press: string;
}

export function MakeLink({ draftId, press }: DraftProps) {
  return (
    <Form method="post">
      <input type="hidden" name="draft" value={draftId} />
      <input type="hidden" name={PRESS_FIELD} value={press} />
      <IntentButton intent="make-link">Make a link</IntentButton>
    </Form>
  );
}

interface AddressFormProps extends Partial<DraftProps> {
  heading: string;
  hint?: string;
  intent: string;
  /** The text of the button. */
  action: string;
  email: string;
  reply: FormReply | undefined;
}

/** The form that sends something to an email address. */
export function AddressForm(props: AddressFormProps) {
  const { heading, hint, intent, action, email, reply, draftId, press } = props;
  const initial = useMemo(() => ({ email }), [email]);
  const { field, onSubmit, onInput } = usePostedForm({
    schema: linkAddressSchema,
    initial,
    reply,
  });
  return (
    <FormSection title={heading}>
      <Form method="post" noValidate onSubmit={onSubmit} onInput={onInput}>
        <Stack>
          {draftId !== undefined && <input type="hidden" name="draft" value={draftId} />}
          {press !== undefined && <input type="hidden" name={PRESS_FIELD} value={press} />}
          <TextInput
            id="email"
            label="Email"
            description={hint}
            type="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
            {...field("email")}
          />
          <div>
            <SecondaryButton intent={intent}>{action}</SecondaryButton>
          </div>
        </Stack>
      </Form>
    </FormSection>
  );
}

/** The button that invalidates all resume links of the draft. */
export function StopLinks({ links, draftId }: { links: number } & Pick<DraftProps, "draftId">) {
  return (
    <FormSection title="Stop all links">
      <p>
        {links === 1 ? "One link opens" : `${links} links open`} this draft. When you stop them,
        only this browser and the one you started in can still open it.
      </p>
      <Form method="post">
        <input type="hidden" name="draft" value={draftId} />
        <SecondaryButton intent="stop-links">Stop all links</SecondaryButton>
      </Form>
    </FormSection>
  );
}

/** The result of an action; it takes the focus. */
export function ActionNotice({ children }: { children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Alert ref={notice} tabIndex={-1} role="note" color="good">
      {children}
    </Alert>
  );
}
