import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useId, useState } from "react";
import * as v from "valibot";
import { completionOf } from "~/domain/artists/completion";
import { checkProfile, profileFormSchema } from "~/domain/artists/edit-profile";
import { missingInProfile } from "~/domain/artists/missing-profile";
import { DISCARD_PROFILE_DRAFT, type ProfileReply } from "~/domain/artists/profile-reply";
import { type FieldErrors, invalidError } from "~/forms/form-reply";
import type { FormValues } from "~/forms/read-form";
import { longTime } from "~/platform/formats/dates";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { titled } from "~/ui/page-title";
import { AutosaveForm } from "../autosave-form";
import { CompletionBar } from "../completion-bar";
import { LoadingDashboard } from "../loading-dashboard";
import portal from "../portal.module.css";
import { PortalPage } from "../portal-page";
import { ProfileFields } from "./profile-fields";
import type { action, loader } from "./profile-route.server";

interface ProfileEditorProps extends SerializeFrom<typeof loader> {
  reply: ProfileReply | undefined;
  justSaved: boolean;
  /** Whether an artist who wants to change the address has just confirmed who they are. */
  justConfirmed: boolean;
}

const TEXTS = {
  page: "profile",
  whole: "profile",
  savedText: (time: string) =>
    `What you typed is kept since ${time}. Press Save to make it your profile.`,
};

const readProfile = (values: object) => v.parse(profileFormSchema, values);

/** Shrinks the chosen picture; if that fails, the server does it. */
async function preparePicture(data: FormData): Promise<FieldErrors> {
  const file = data.get("picture");
  if (!(file instanceof File) || file.size === 0) return {};
  const result = await import("~/domain/artists/prepare-picture.client")
    .then((room) => room.preparePicture(file))
    .catch(() => undefined);
  if (result && "problem" in result) return { picture: invalidError(result.problem) };
  if (result) data.set("picture", result.picture, file.name);
  return {};
}

/**
 * The artist's profile as a form: a plain post without script. With script the draft is autosaved, the
 * completion is updated, and values and picture are checked before the post.
 */
function ProfileEditor(props: ProfileEditorProps) {
  const { page, profileValues, draftStartedAt, reply, justSaved, justConfirmed, ...fields } = props;
  const [draft, setDraft] = useState<FormValues>();
  const [lastReply, setLastReply] = useState(reply);
  const [stored] = useState(() => readProfile(profileValues));
  const check = (formValues: FormValues) => checkProfile(readProfile(formValues), stored);
  if (lastReply !== reply) {
    setLastReply(reply);
    setDraft(undefined);
  }
  const shown = readProfile(draft ?? reply?.values ?? profileValues);
  return (
    <PortalPage>
      <Stack>
        <div>
          <h1>My Profile</h1>
          <LoadingDashboard />
        </div>
        <CompletionBar percent={completionOf(shown)} missing={missingInProfile(shown)} />
      </Stack>
      {justSaved && (
        <Alert role="status" color="good">
          Saved. <Link to="/dashboard?tab=0">Back to the dashboard</Link>
        </Alert>
      )}
      {justConfirmed && (
        <Alert role="status" color="good">
          Thank you, now we know that it's you. Press Save to change your details.
        </Alert>
      )}
      <AutosaveForm
        page={page}
        reply={reply}
        check={check}
        saved={profileValues}
        savedAt={undefined}
        texts={TEXTS}
        submitIntent="save"
        onFormInput={setDraft}
        prepareFiles={preparePicture}
        extra={reply?.conflict && <Conflict fields={reply.conflict.fields} />}
      >
        {draftStartedAt && !reply && <Unsaved since={draftStartedAt} />}
        <ProfileFields {...fields} spotify={reply?.spotify} />
        <Group className={portal.section}>
          <IntentButton intent="save">Save</IntentButton>
          <Button component={Link} to="/dashboard?tab=0" variant="default">
            Back
          </Button>
        </Group>
      </AutosaveForm>
      <AccountLinks />
    </PortalPage>
  );
}

const accountPages = [
  [
    "/edit-profile/sign-ins",
    "Where you're signed in",
    "Sign out other devices, or make a token for a program.",
  ],
  ["/edit-profile/mails", "Your emails", "Choose which emails we send you."],
  ["/edit-profile/data", "What we store about you", "Download all of it, or ask us to delete it."],
] as const;

function AccountLinks() {
  const id = useId();
  return (
    <Stack component="section" aria-labelledby={id} className={portal.section}>
      <h2 id={id}>Your account</h2>
      <Stack component="ul" className={`${portal.list} ${portal.links}`}>
        {accountPages.map(([path, name, text]) => (
          <li key={path}>
            <Link to={path} discover="none">
              {name}
            </Link>
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

/** Says that the form shows unsaved input, with a button to discard it. */
function Unsaved({ since }: { since: string }) {
  return (
    <Alert role="region" color="waiting" aria-label="Not saved yet">
      <Stack align="flex-start">
        <p>
          You typed some of this on {longTime(since)} and didn't press Save. It's all here; nobody
          else sees it until you do.
        </p>
        <SecondaryButton intent={DISCARD_PROFILE_DRAFT}>Go back to what is saved</SecondaryButton>
      </Stack>
    </Alert>
  );
}

/** The values of the other version, for fields that were edited here. */
function Conflict({ fields }: { fields: readonly { label: string; text: string }[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className={portal.facts} aria-label="In the other version">
      {fields.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}, in the other version</dt>
          <dd className={portal.typed}>{text || "Nothing"}</dd>
        </div>
      ))}
    </dl>
  );
}

/** For city and Spotify suggestions, and for shrinking the picture before upload. */
export const handle = { scripts: true };

export const meta = titled("My Profile");

export default function EditProfile() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  // A new key resets the form to the stored values after a save or a discarded draft.
  return (
    <ProfileEditor
      key={page.edition}
      {...page}
      reply={reply}
      justSaved={params.has("saved") && !reply && !page.draftStartedAt}
      justConfirmed={params.has("confirmed") && !reply}
    />
  );
}
