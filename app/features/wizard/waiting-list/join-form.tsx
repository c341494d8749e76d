import { Text } from "@mantine/core";
import { Form, Link, useNavigate } from "@remix-run/react";
import { type FormEvent, useId, useMemo, useRef, useState } from "react";
import * as v from "valibot";
import { sendJoinRequest } from "~/domain/access/join-call.client";
import { waitingCopy } from "~/domain/access/waiting-copy.client";
import { CONFIRM_FIELD, CONFIRM_INTENT, START_FIELD } from "~/domain/bot/session";
import type { ArtistReply } from "~/domain/submission/steps/spotify-profile";
import {
  checkWaitingList,
  summarizeWaitingList,
  waitingAnswersSchema,
  waitingFields,
} from "~/domain/submission/steps/waiting-list-answers";
import { hasNoErrors } from "~/forms/form-reply";
import { type FormValues, readForm } from "~/forms/read-form";
import { useKeepTypedInput } from "~/ui/autosave/use-keep-typed-input";
import { Banner } from "~/ui/banner";
import { EnterButton } from "~/ui/enter-button";
import { ErrorSummary } from "~/ui/error-summary";
import { isDirty, readControl, readFormValues, readSubmission } from "~/ui/form-dom";
import { FormReplyContext } from "~/ui/form-reply-context";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { useErrorTitle } from "~/ui/use-error-title";
import { useHydrated } from "~/ui/use-hydrated";
import { useOnChange, useOnMount, useOnMountLayout } from "~/ui/use-on-change";
import { useStepErrors } from "~/ui/use-step-errors";
import { ArtistFields } from "../artist/artist-fields";
import { BotCheckFields } from "../bot-check-fields";
import layout from "../layout.module.css";
import { LISTEN_LINK, ProjectFields } from "./project-fields";

/** The bot check's refusal, and the token that the next press must carry. */
interface BotRefusal {
  visitorText?: string;
  pressAgain?: string;
}

/** The action's data for a refused request. */
export type JoinReply = ArtistReply & BotRefusal & { values: FormValues };

interface JoinFormProps {
  /** The artist's answers in the draft of this browser. */
  saved: object;
  reply: JoinReply | undefined;
  /** The signed start time for the bot check. */
  start: string;
  /** Suggested cities for a page without script, one per line. */
  cities: string;
}

const JOIN = "join";
const copy = () => waitingCopy(waitingFields);

function validate(formValues: FormValues | undefined, current: object) {
  const errors = checkWaitingList(v.parse(waitingAnswersSchema, formValues ?? current));
  return hasNoErrors(errors) ? undefined : { errors, summary: summarizeWaitingList(errors) };
}

/** Whether there is a listen link, which is required. */
function useListenLink(values: object) {
  const [link, setLink] = useState("");
  const updateLink = () => setLink(readControl(LISTEN_LINK).trim());
  useOnMount(updateLink);
  useOnChange(values, updateLink);
  return { hasLink: link !== "", updateLink };
}

/**
 * The form of the waiting list: a plain post without script. With script the rules are checked first, and it
 * is sent by a call whose failure changes nothing on the page. With `data-checks` "off" only the server
 * validates.
 */
export function JoinForm({ saved, reply, start, cities }: JoinFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const firstLoad = useRef(!useHydrated());
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const [values, setValues] = useState(reply?.values ?? saved);
  const [lastReply, setLastReply] = useState(reply);
  const [botRefusal, setBotRefusal] = useState<BotRefusal | undefined>(reply);
  const [isSending, setIsSending] = useState(false);
  if (reply !== lastReply) {
    setLastReply(reply);
    setBotRefusal(reply);
    if (reply) setValues(reply.values);
  }
  const { refusal, remaining, showErrors, onInput } = useStepErrors({
    form,
    values,
    reply,
    check: validate,
  });
  const { hasLink, updateLink } = useListenLink(values);
  const inputKeeper = useKeepTypedInput(form, values, reply);
  useOnMountLayout(() => {
    if (reply || !form.current) return;
    const storedValues = copy().read();
    if (!storedValues) return firstLoad.current && isDirty(form.current) ? storeInput() : undefined;
    inputKeeper.captureInput();
    setValues({ ...values, ...storedValues });
  });
  useOnChange(values, () => storeInput());
  useErrorTitle(
    !hasNoErrors(remaining.errors) ||
      remaining.summary.length > 0 ||
      Boolean(botRefusal?.visitorText),
  );

  function storeInput(): void {
    if (form.current) copy().save(readFormValues(form.current));
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    const target = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const formData = readSubmission(target, submitter);
    const intent = formData.get("intent");
    // Buttons of the Spotify section, whose script may not be loaded yet.
    if (intent !== JOIN && intent !== CONFIRM_INTENT) return;
    event.preventDefault();
    if (isSending) return;
    const problems =
      target.dataset.checks === "off" ? undefined : validate(readForm(formData), values);
    if (problems) return showErrors(problems);
    setIsSending(true);
    const answer = await sendJoinRequest(formData);
    if (answer.ok) return navigate(answer.page);
    setIsSending(false);
    setBotRefusal(answer);
    showErrors({ errors: answer.errors, summary: answer.summary });
  }

  const context = useMemo(
    () => ({ values, errors: remaining.errors, refusal, unsaved: false, press: () => false }),
    [values, remaining, refusal],
  );
  const replyStart = reply?.values[START_FIELD];
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onSubmit={onSubmit}
      onInput={() => {
        updateLink();
        onInput();
        storeInput();
      }}
      className={layout.form}
    >
      {/* Enter must mean this button, not a search. */}
      <EnterButton intent={JOIN}>Submit for review</EnterButton>
      {botRefusal?.visitorText && <PersonBanner {...botRefusal} />}
      <ErrorSummary sentences={remaining.summary} errors={remaining.errors} refusal={refusal} />
      <FormReplyContext.Provider value={context}>
        <ArtistFields spotify={reply?.spotify} cities={cities} />
        <ProjectFields />
      </FormReplyContext.Provider>
      <BotCheckFields start={typeof replyStart === "string" && replyStart ? replyStart : start} />
      {/* Preloads the route's manifest. */}
      <Link to="/submit/joined" hidden />
      <JoinButton isSending={isSending} needsLink={hydrated && !hasLink} />
    </Form>
  );
}

function JoinButton({ isSending, needsLink }: { isSending: boolean; needsLink: boolean }) {
  const hintId = useId();
  return (
    <div className={`${layout.ruled} ${layout.end}`}>
      <IntentButton
        intent={JOIN}
        disabled={needsLink}
        aria-disabled={isSending || undefined}
        aria-describedby={needsLink ? hintId : undefined}
      >
        {isSending ? "Submitting..." : "Submit for review"}
      </IntentButton>
      {needsLink && (
        <Text id={hintId} c="dimmed">
          Add a listen link first.
        </Text>
      )}
    </div>
  );
}

function PersonBanner({ visitorText, pressAgain }: BotRefusal) {
  return (
    <Banner title="Not sent yet" focusKey={pressAgain ?? visitorText}>
      <p>{visitorText}</p>
      <p>
        {pressAgain
          ? "Nothing is lost. Something in your browser is filling in fields that should stay empty. Wait five seconds, then press once more."
          : "Nothing is lost. If you're a person, one more click sends it."}
      </p>
      {pressAgain && <input type="hidden" name={CONFIRM_FIELD} value={pressAgain} />}
      <div>
        <SecondaryButton intent={CONFIRM_INTENT}>I'm a person, submit for review</SecondaryButton>
      </div>
    </Banner>
  );
}
