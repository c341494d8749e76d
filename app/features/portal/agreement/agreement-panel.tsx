import { Alert, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { Form, Link, useRevalidator, useSearchParams } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import type {
  AgreementReply,
  AgreementView,
  SignedAgreement,
} from "~/domain/artists/agreement/agreement-view";
import { DECLINED, EXPIRED } from "~/domain/artists/agreement/signing-texts";
import { IntentButton } from "~/ui/intent-button";
import lists from "~/ui/lists.module.css";
import notice from "~/ui/notice-page.module.css";
import { StatusMark } from "~/ui/status-mark";
import portal from "../portal.module.css";
import styles from "./agreement-panel.module.css";
import { AgreementText } from "./agreement-text";
import { PanelLinkButton } from "./panel-link-button";
import { SignDialog } from "./sign-dialog";

/** How long the page waits before it checks for the PDF again, in milliseconds: longer each time. */
const waitMs = (attempts: number) => Math.min(2_000 * 1.5 ** attempts, 60_000);

/** Stands in for the signed PDF and polls for it; without script there is a link to reload. */
function PendingDocument({ currentPath }: { currentPath: string }) {
  const { revalidate, state } = useRevalidator();
  const attempts = useRef(0);
  useEffect(() => {
    if (state !== "idle") return undefined;
    const timer = setTimeout(() => {
      attempts.current += 1;
      revalidate();
    }, waitMs(attempts.current));
    return () => clearTimeout(timer);
  }, [revalidate, state]);
  return (
    <p className={notice.small} role="status">
      Your signed PDF is being made. <Link to={currentPath}>Look again</Link>
    </p>
  );
}

const STATES = {
  awaiting_signature: ["waiting", "Waiting for your signature"],
  signed: ["good", "Signed"],
  declined: ["bad", "Declined"],
  expired: ["bad", "Expired"],
} as const;

interface AgreementPanelProps {
  agreement: AgreementView;
  /** The path and query of this page, to come back to: `/dashboard?tab=1`. */
  currentPath: string;
  /** The reply to a form of the panel. */
  reply?: AgreementReply | undefined;
  /** The heading level that fits the page. */
  heading?: "h1" | "h2";
}

/** An artist's agreement: its text, its state, and the form to sign it. */
export function AgreementPanel({
  agreement,
  currentPath,
  reply,
  heading: H = "h2",
}: AgreementPanelProps) {
  const [params] = useSearchParams();
  const { state, paragraphs, earlier, until } = agreement;
  const [tone, word] = STATES[state];
  const subheading = H === "h1" ? "h2" : "h3";
  const step = params.get("contract") ?? "";
  const showsDialog = state === "awaiting_signature" && ["open", "sign", "here"].includes(step);
  const trouble = showsDialog ? undefined : (reply?.trouble ?? agreement.error);
  return (
    <Stack component="section" aria-labelledby="agreement" gap="md" py={H === "h1" ? "md" : 0}>
      <header className={`${lists.headed} ${styles.measure}`}>
        <H id="agreement">Artist Agreement</H>
        <p>
          <StatusMark tone={tone}>{word}</StatusMark>
        </p>
      </header>
      {earlier.length > 0 && state !== "signed" && (
        <Alert role="note" color="waiting">
          Our agreement has a new version. The one you signed on {earlier[0]?.signedOn} is kept
          below; please read and sign this one, too.
        </Alert>
      )}
      {trouble && state !== "declined" && state !== "expired" && (
        <ErrorNotice text={trouble}>
          <PanelLinkButton currentPath={currentPath}>Retry</PanelLinkButton>
        </ErrorNotice>
      )}
      {(state === "declined" || state === "expired") && (
        <ErrorNotice text={state === "declined" ? DECLINED : EXPIRED}>
          <Form method="post" action="/agreement?contract=again" preventScrollReset>
            <input type="hidden" name="to" value={currentPath} />
            <IntentButton intent="again">Try Again</IntentButton>
          </Form>
        </ErrorNotice>
      )}
      {/* Above the text: without script it cannot cover the text, and below nobody would find it. */}
      {showsDialog && (
        <SignDialog agreement={agreement} currentPath={currentPath} reply={reply} step={step} />
      )}
      {/* A keyboard scrolls it only while it has the focus. */}
      <Paper
        component="section"
        aria-label="Contract text"
        tabIndex={0}
        p="sm"
        className={`${styles.measure} ${styles.scroll}`}
      >
        <AgreementText paragraphs={paragraphs} level={subheading} />
      </Paper>
      {state === "awaiting_signature" && (
        <Group>
          <PanelLinkButton currentPath={currentPath} contract="open" id="view-contract" isPrimary>
            View Contract
          </PanelLinkButton>
          <Text size="sm" c="dimmed">
            It can be signed until {until}.
          </Text>
        </Group>
      )}
      {agreement.signed && (
        <Signed
          signed={agreement.signed}
          isOurs={agreement.provider === "portal"}
          currentPath={currentPath}
        />
      )}
      {earlier.length > 0 && <EarlierAgreements earlier={earlier} heading={subheading} />}
    </Stack>
  );
}

function ErrorNotice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Alert color="bad">
      <Group justify="space-between">
        <p data-wrong>{text}</p>
        {children}
      </Group>
    </Alert>
  );
}

interface SignedProps {
  signed: SignedAgreement;
  /** Whether we make the PDF, rather than Dropbox Sign. */
  isOurs: boolean;
  currentPath: string;
}

function Signed({ signed, isOurs, currentPath }: SignedProps) {
  const { signedOn, name, file, hash, version } = signed;
  return (
    <>
      <dl className={notice.facts}>
        <dt>Signed on</dt>
        <dd>{signedOn}</dd>
        {name && (
          <>
            <dt>Signed by</dt>
            <dd>{name}</dd>
          </>
        )}
        <dt>Version</dt>
        <dd>{version}</dd>
        {hash && (
          <>
            <dt>SHA-256 of the PDF</dt>
            <dd>
              <code>{hash}</code>
            </dd>
          </>
        )}
      </dl>
      <Group className={portal.links}>
        <Button disabled>Agreement Signed</Button>
        {file ? (
          <a href={file} download>
            Download your signed agreement (PDF)
          </a>
        ) : isOurs ? (
          <PendingDocument currentPath={currentPath} />
        ) : (
          <Text size="sm" c="dimmed">
            The signed PDF is being prepared. Look again in a few minutes.
          </Text>
        )}
      </Group>
    </>
  );
}

function EarlierAgreements({
  earlier,
  heading: H,
}: {
  earlier: readonly SignedAgreement[];
  heading: "h2" | "h3";
}) {
  return (
    <section aria-labelledby="earlier-agreements">
      <H id="earlier-agreements">Signed before</H>
      <ul className={`${portal.list} ${portal.links}`}>
        {earlier.map(({ signedOn, version, file }) => (
          <li key={`${version} ${signedOn}`}>
            {file ? (
              <a href={file} download>
                Version {version}, signed on {signedOn} (PDF)
              </a>
            ) : (
              `Version ${version}, signed on ${signedOn}`
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
