import { Form, Link, useNavigate } from "@remix-run/react";
import { type FormEvent, useId, useMemo, useRef, useState } from "react";
import * as v from "valibot";
import { CONFIRM_FIELD, CONFIRM_INTENT, START_FIELD } from "~/bot/session";
import { useKeepTypedInput } from "~/components/autosave/use-keep-typed-input";
import { Banner } from "~/components/banner";
import { Button } from "~/components/controls";
import { EnterButton } from "~/components/enter-button";
import { ErrorSummary } from "~/components/error-summary";
import { isDirty, readControl, readFormValues, readSubmission } from "~/components/form-dom";
import { FormReplyContext } from "~/components/form-reply-context";
import { useErrorTitle } from "~/components/use-error-title";
import { useHydrated } from "~/components/use-hydrated";
import { useOnChange, useOnMount, useOnMountLayout } from "~/components/use-on-change";
import { useStepErrors } from "~/components/use-step-errors";
import { sendJoinRequest } from "~/entry/join-call.client";
import { waitingCopy } from "~/entry/waiting-copy.client";
import { hasNoErrors } from "~/forms/form-reply";
import { type FormValues, readForm } from "~/forms/read-form";
import type { ArtistReply } from "~/submission/steps/spotify-profile";
import {
  checkWaitingList,
  summarizeWaitingList,
  waitingAnswersSchema,
  waitingFields,
} from "~/submission/steps/waiting-list-answers";
import { ArtistFields } from "../artist/artist-fields";
import { BotCheckFields } from "../bot-check-fields";
import { LISTEN_LINK, ProjectFields } from "./project-fields";
import styles from "./waiting-list.module.css";

/** That the bot check took this for a script's, and what the next press has to carry. */
interface Doubt {
  visitorText?: string;
  pressAgain?: string;
}

/** What the action sends back when somebody was not put on the list. */
export type JoinReply = ArtistReply & Doubt & { values: FormValues };

interface JoinFormProps {
  /** What the draft in this browser knows of the artist. */
  saved: object;
  reply: JoinReply | undefined;
  /** The signed start of the form, for the bot check. */
  start: string;
  /** Cities for a page without script, one on each line. */
  cities: string;
}

const JOIN = "join";
const copy = () => waitingCopy(waitingFields);

function judge(formValues: FormValues | undefined, current: object) {
  const errors = checkWaitingList(v.parse(waitingAnswersSchema, formValues ?? current));
  return hasNoErrors(errors) ? undefined : { errors, summary: summarizeWaitingList(errors) };
}

/** Follows whether there is a listen link; without one there is nothing to submit. */
function useListenLink(values: object) {
  const [link, setLink] = useState("");
  const look = () => setLink(readControl(LISTEN_LINK).trim());
  useOnMount(look);
  useOnChange(values, look);
  return { hasLink: link !== "", look };
}

/**
 * The form of the waiting list: a plain POST without script; with script the rules are checked first,
 * and it is sent by a call whose failure leaves everything on the page as it is. A form whose
 * `data-checks` is "off" leaves the rules to the server.
 */
export function JoinForm({ saved, reply, start, cities }: JoinFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const firstLoad = useRef(!useHydrated());
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const [values, setValues] = useState(reply?.values ?? saved);
  const [lastReply, setLastReply] = useState(reply);
  const [doubt, setDoubt] = useState<Doubt | undefined>(reply);
  const [sending, setSending] = useState(false);
  if (reply !== lastReply) {
    setLastReply(reply);
    setDoubt(reply);
    if (reply) setValues(reply.values);
  }
  const { refusal, left, refuse, onInput } = useStepErrors({ form, values, reply, check: judge });
  const { hasLink, look } = useListenLink(values);
  const typing = useKeepTypedInput(form, values, reply);
  useOnMountLayout(() => {
    if (reply || !form.current) return;
    const typedValues = copy().read();
    if (!typedValues) return firstLoad.current && isDirty(form.current) ? keepTyped() : undefined;
    typing.hold();
    setValues({ ...values, ...typedValues });
  });
  useOnChange(values, () => keepTyped());
  const why = useId();
  const needsLink = hydrated && !hasLink;
  useErrorTitle(
    !hasNoErrors(left.errors) || left.summary.length > 0 || Boolean(doubt?.visitorText),
  );

  function keepTyped(): void {
    if (form.current) copy().save(readFormValues(form.current));
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    const target = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const formData = readSubmission(target, submitter);
    const intent = formData.get("intent");
    // The buttons of the Spotify section, where its script is not there yet.
    if (intent !== JOIN && intent !== CONFIRM_INTENT) return;
    event.preventDefault();
    if (sending) return;
    const problems =
      target.dataset.checks === "off" ? undefined : judge(readForm(formData), values);
    if (problems) return refuse(problems);
    setSending(true);
    const answer = await sendJoinRequest(formData);
    if (answer.ok) return navigate(answer.page);
    setSending(false);
    setDoubt(answer);
    refuse({ errors: answer.errors, summary: answer.summary });
  }

  const context = useMemo(
    () => ({ values, errors: left.errors, refusal, unsaved: false, press: () => false }),
    [values, left, refusal],
  );
  const replyStart = reply?.values[START_FIELD];
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onSubmit={onSubmit}
      onInput={() => {
        look();
        onInput();
        keepTyped();
      }}
      className={styles.form}
    >
      {/* Enter in any field presses a form's first button: it must mean this one, not a search. */}
      <EnterButton intent={JOIN}>Submit for review</EnterButton>
      {doubt?.visitorText && <PersonBanner {...doubt} />}
      <ErrorSummary sentences={left.summary} errors={left.errors} refusal={refusal} />
      <FormReplyContext.Provider value={context}>
        <ArtistFields spotify={reply?.spotify} cities={cities} />
        <ProjectFields />
      </FormReplyContext.Provider>
      <BotCheckFields start={typeof replyStart === "string" && replyStart ? replyStart : start} />
      {/* Has the way there known before it is needed. */}
      <Link to="/submit/joined" hidden />
      <div className={styles.end}>
        <Button
          type="submit"
          name="intent"
          value={JOIN}
          disabled={needsLink}
          aria-disabled={sending || undefined}
          aria-describedby={needsLink ? why : undefined}
        >
          {sending ? "Submitting..." : "Submit for review"}
        </Button>
        {needsLink && (
          <p id={why} className={styles.why}>
            Add a listen link first.
          </p>
        )}
      </div>
    </Form>
  );
}

/** Why the bot check stopped it, and the way past. */
function PersonBanner({ visitorText, pressAgain }: Doubt) {
  return (
    <Banner title="Not sent yet" news={pressAgain ?? visitorText}>
      <p>{visitorText}</p>
      <p>
        {pressAgain
          ? "Nothing is lost. Something in your browser is filling in fields that should stay empty. Wait five seconds, then press once more."
          : "Nothing is lost. If you're a person, one more click sends it."}
      </p>
      {pressAgain && <input type="hidden" name={CONFIRM_FIELD} value={pressAgain} />}
      <div>
        <Button type="submit" name="intent" value={CONFIRM_INTENT} variant="default">
          I'm a person, submit for review
        </Button>
      </div>
    </Banner>
  );
}
