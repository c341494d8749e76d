import { Alert, Button, Group, Stack } from "@mantine/core";
import { Form, useNavigate } from "@remix-run/react";
import { useEffect, useMemo, useRef } from "react";
import type { AgreementReply, AgreementView } from "~/domain/artists/agreement/agreement-view";
import { signingSchema } from "~/domain/artists/agreement/signature";
import dialogStyles from "~/ui/dialog.module.css";
import { CheckField, TextField } from "~/ui/field";
import { FormReplyContext, NO_REPLY } from "~/ui/form-reply-context";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { isModal, openModal } from "~/ui/modal";
import { usePostedForm } from "~/ui/use-posted-form";
import styles from "./agreement-panel.module.css";
import { DropboxFrame } from "./dropbox-frame";
import { PanelLinkButton } from "./panel-link-button";
import { SignHere } from "./sign-here";

const EMPTY_SIGNATURE = { typedName: "", consent: "" };

interface SignDialogProps {
  agreement: AgreementView;
  currentPath: string;
  reply: AgreementReply | undefined;
  step: string;
}

/** The dialog in which an agreement is read and signed. The address opens it; a script makes it modal. */
export function SignDialog({ agreement, currentPath, reply, step }: SignDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const { current } = dialog;
    if (!current || isModal(current)) return;
    openModal(current);
    heading.current?.focus();
    return () => document.getElementById("view-contract")?.focus();
  }, []);
  const dropboxPage = reply?.embedded;
  const showsForm = (step === "sign" || step === "here") && agreement.provider === "portal";
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby="sign-agreement"
      className={dialogStyles.veil}
      onCancel={(event) => {
        event.preventDefault();
        navigate(currentPath, { preventScrollReset: true });
      }}
    >
      <div
        className={`${dialogStyles.card} ${styles.card}`}
        data-wide={dropboxPage ? true : undefined}
      >
        <h2 id="sign-agreement" ref={heading} tabIndex={-1}>
          Sign Your Artist Agreement
        </h2>
        {reply?.trouble && (
          <Alert color="bad">
            <p data-wrong>{reply.trouble}</p>
          </Alert>
        )}
        {dropboxPage ? (
          <DropboxFrame
            key={dropboxPage.url}
            embedded={dropboxPage}
            id={agreement.id}
            currentPath={currentPath}
          />
        ) : showsForm ? (
          <SignForm agreement={agreement} currentPath={currentPath} reply={reply} step={step} />
        ) : (
          <ReadFirst
            agreement={agreement}
            currentPath={currentPath}
            failed={reply?.trouble !== undefined}
          />
        )}
      </div>
    </dialog>
  );
}

function TemplateLink() {
  return (
    <Button component="a" variant="default" href="/agreement/template" target="_blank">
      View Contract Template
    </Button>
  );
}

/** The first step: the agreement is read; 'I've Reviewed' leads on to signing. */
function ReadFirst({
  agreement: { provider, id },
  currentPath,
  failed,
}: Pick<SignDialogProps, "agreement" | "currentPath"> & { failed: boolean }) {
  return (
    <>
      <p>
        Read the whole agreement first; it opens in a new tab. Once you have, go on to sign it.
        Nothing is signed before you say so.
      </p>
      <div>
        <TemplateLink />
      </div>
      <Group>
        {provider === "portal" ? (
          <PanelLinkButton currentPath={currentPath} contract="sign" isPrimary>
            I've Reviewed
          </PanelLinkButton>
        ) : (
          <Form method="post" action="/agreement?contract=open" preventScrollReset>
            <RequestFields id={id} currentPath={currentPath} />
            <IntentButton intent="open">{failed ? "Retry" : "I've Reviewed"}</IntentButton>
          </Form>
        )}
        <PanelLinkButton currentPath={currentPath}>Cancel</PanelLinkButton>
      </Group>
      {provider !== "portal" && (
        <div className="without-scripts">
          <SignHere currentPath={currentPath} />
        </div>
      )}
    </>
  );
}

function RequestFields({ id, currentPath }: { id: string; currentPath: string }) {
  return (
    <>
      <input type="hidden" name="request" value={id} />
      <input type="hidden" name="to" value={currentPath} />
    </>
  );
}

function SignForm({ agreement, currentPath, reply, step }: SignDialogProps) {
  const { id, textHash, name } = agreement;
  const schema = useMemo(() => signingSchema(name), [name]);
  const { errors, field, tick, onSubmit, onInput } = usePostedForm({
    schema,
    initial: EMPTY_SIGNATURE,
    reply,
  });
  const [first] = Object.keys(errors);
  return (
    <FormReplyContext.Provider
      value={{
        ...NO_REPLY,
        values: reply?.values ?? EMPTY_SIGNATURE,
        errors,
        focusField: first,
        refusal: reply,
      }}
    >
      <Form
        method="post"
        action={`/agreement?contract=${step}`}
        noValidate
        preventScrollReset
        onSubmit={onSubmit}
        onInput={onInput}
      >
        <Stack>
          <RequestFields id={id} currentPath={currentPath} />
          <input type="hidden" name="textHash" value={textHash} />
          <TextField
            {...field("typedName")}
            label="Your full name"
            hint={
              name
                ? `Type it as in the agreement: ${name}. The family name may come first or last.`
                : "Your legal name."
            }
            autoComplete="name"
          />
          <CheckField
            {...tick("consent")}
            label="I have read the agreement and agree to be bound by it"
            hint="Your typed name is your signature. We also store the time, and a code that shows which text you signed."
          />
          <div>
            <IntentButton intent="sign">Sign Agreement</IntentButton>
          </div>
        </Stack>
      </Form>
      <Group>
        {step === "here" ? (
          // Returns to Dropbox Sign with a new request.
          <Form method="post" action="/agreement">
            <input type="hidden" name="to" value={currentPath} />
            <SecondaryButton intent="again">Cancel</SecondaryButton>
          </Form>
        ) : (
          <PanelLinkButton currentPath={currentPath}>Cancel</PanelLinkButton>
        )}
        <TemplateLink />
        <Form method="post" action="/agreement" preventScrollReset>
          <RequestFields id={id} currentPath={currentPath} />
          <IntentButton variant="subtle" intent="decline">
            Decline to sign
          </IntentButton>
        </Form>
      </Group>
    </FormReplyContext.Provider>
  );
}
