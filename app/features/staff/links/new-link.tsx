import { LinkBox } from "~/ui/link-box";
import { PostButton } from "../post-button";
import { StaffPage } from "../staff-page";
import type { NewLink as NewLinkFields } from "./staff-links.server";

/** A new link, which is shown only once, to be copied or mailed. */
export function NewLink({ link, sending }: NewLinkFields) {
  const { kind, artistName, email, url, until } = link;
  return (
    <StaffPage
      heading={`${kind === "invited" ? "Invitation" : "Link"} for ${artistName}`}
      lead={`You see this link only once, so copy it or send it now. It works until ${until}.`}
    >
      <LinkBox url={url} label={`Link for ${artistName}`} />
      {sending && <p role="status">{sending.text}</p>}
      {!sending?.done && (
        <PostButton intent="send" variant="filled" fields={{ token: url.slice(-43) }}>
          Email it to {email}
        </PostButton>
      )}
      <p>
        <a href="/staff/links">Back to all links</a>
      </p>
    </StaffPage>
  );
}
