import { Button } from "@mantine/core";
import { Form, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type {
  AgreementReply,
  AgreementView,
  SignedAgreement,
} from "~/domain/artists/agreement/agreement-view";
import { DECLINED, EXPIRED } from "~/domain/artists/agreement/signing-texts";
import lists from "~/ui/lists.module.css";
import notice from "~/ui/notice-page.module.css";
import { StatusMark } from "~/ui/status-chip";
import styles from "./agreement-panel.module.css";
import { AgreementText } from "./agreement-text";
import { PanelLinkButton } from "./panel-link-button";
import { PendingDocument } from "./pending-document";
import { SignDialog } from "./sign-dialog";

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
  const trouble = showsDialog ? undefined : (reply?.error ?? agreement.error);
  return (
    <section
      aria-labelledby="agreement"
      className={styles.panel}
      data-alone={H === "h1" || undefined}
    >
      <header className={lists.headed}>
        <H id="agreement">Artist Agreement</H>
        <p>
          <StatusMark tone={tone}>{word}</StatusMark>
        </p>
      </header>
      {earlier.length > 0 && state !== "signed" && (
        <p className={styles.said}>
          Our agreement has a new version. The one you signed on {earlier[0]?.signedOn} is kept
          below; please read and sign this one, too.
        </p>
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
            <Button type="submit" name="intent" value="again">
              Try Again
            </Button>
          </Form>
        </ErrorNotice>
      )}
      {/* Above the text: without script it cannot cover the text, and below nobody would find it. */}
      {showsDialog && (
        <SignDialog agreement={agreement} currentPath={currentPath} reply={reply} step={step} />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it only while it has the focus. */}
      <section aria-label="Contract text" tabIndex={0} className={styles.scroll}>
        <AgreementText paragraphs={paragraphs} level={subheading} />
      </section>
      {state === "awaiting_signature" && (
        <div className={styles.actions}>
          <PanelLinkButton currentPath={currentPath} contract="open" id="view-contract" isPrimary>
            View Contract
          </PanelLinkButton>
          <p className={notice.small}>It can be signed until {until}.</p>
        </div>
      )}
      {agreement.signed && (
        <Signed
          signed={agreement.signed}
          isOurs={agreement.provider === "portal"}
          currentPath={currentPath}
        />
      )}
      {earlier.length > 0 && <EarlierAgreements earlier={earlier} heading={subheading} />}
    </section>
  );
}

function ErrorNotice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div role="alert" className={styles.wrong}>
      <p data-wrong>{text}</p>
      {children}
    </div>
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
      <dl className={`${notice.facts} ${styles.facts}`}>
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
            <dd className={styles.hash}>{hash}</dd>
          </>
        )}
      </dl>
      <div className={styles.actions}>
        <Button disabled>Agreement Signed</Button>
        {file ? (
          <a href={file} download className={styles.file}>
            Download your signed agreement (PDF)
          </a>
        ) : isOurs ? (
          <PendingDocument currentPath={currentPath} />
        ) : (
          <p className={notice.small}>
            The signed PDF is being prepared. Look again in a few minutes.
          </p>
        )}
      </div>
    </>
  );
}

/** The signed agreements of earlier versions. */
function EarlierAgreements({
  earlier,
  heading: H,
}: {
  earlier: readonly SignedAgreement[];
  heading: "h2" | "h3";
}) {
  return (
    <section aria-labelledby="earlier-agreements" className={styles.earlier}>
      <H id="earlier-agreements">Signed before</H>
      <ul>
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
