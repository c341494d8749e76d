import { Badge, Button, Group, Stack } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { PortalProfile } from "~/domain/artists/portal-profile";
import { profileLinks } from "~/domain/artists/profile-links";
import { StatusChip } from "~/ui/status-chip";
import { ArtistPicture } from "../artist-picture";
import { CompletionBar } from "../completion-bar";
import portal from "../portal.module.css";
import styles from "./profile-card.module.css";

interface ProfileCardProps {
  profile: PortalProfile;
  completion: number;
  missing: readonly string[];
}

/** The artist's profile and its completion. */
export function ProfileCard({ profile, completion, missing }: ProfileCardProps) {
  const { picture, artistName, name, nationality, city, country, biography } = profile;
  const displayName = artistName || name || "User";
  const place = [city, country].filter(Boolean).join(", ");
  const links = profileLinks(profile);
  return (
    <section className={styles.card} aria-labelledby="artist">
      <div className={styles.picture}>
        <ArtistPicture src={picture} name={displayName} />
      </div>
      <Stack gap="md">
        <div>
          <h2 id="artist" className={portal.title}>
            {displayName}
          </h2>
          {(nationality || place) && (
            <Group component="ul" gap="xs" c="dimmed" className={`${portal.list} ${styles.from}`}>
              {nationality && <li>{nationality}</li>}
              {place && <li>{place}</li>}
            </Group>
          )}
        </div>
        <Group>
          <Badge variant="default" size="lg" tt="none">
            {profile.submissionCount} Submission(s)
          </Badge>
          <StatusChip status={profile.status} />
        </Group>
        <CompletionBar percent={completion} missing={missing} />
        {biography && <p className={portal.typed}>{biography}</p>}
        {links.length > 0 && (
          <Group
            component="ul"
            gap="0 24px"
            className={`${portal.list} ${portal.links}`}
            aria-label="Links"
          >
            {links.map((link) => (
              <li key={link.name}>
                <a href={link.href} rel="noreferrer">
                  {link.name}
                </a>
              </li>
            ))}
          </Group>
        )}
        <Group component="dl" gap="16px 40px" className={portal.facts}>
          <Fact name="Account email" text={profile.email} />
          <Fact name="PPL ID" text={profile.pplId} />
          <Fact name="PRS ID" text={profile.prsId} />
        </Group>
        <p>
          <Button
            component={Link}
            to="/edit-profile"
            discover="none"
            variant={completion === 100 ? "default" : undefined}
          >
            {completion === 100 ? "Edit Profile" : "Complete Profile"}
          </Button>
        </p>
      </Stack>
    </section>
  );
}

/** A row of the list; nothing if it has no text. */
function Fact({ name, text }: { name: string; text: string }) {
  if (!text) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}
