import { Stack, Text, VisuallyHidden } from "@mantine/core";
import { useEffect, useRef } from "react";
import { rolesKey } from "~/domain/submission/music/edit-contributors";
import type { CreditedArtist } from "~/domain/submission/music/track-contributors";
import { fieldId, labelText } from "~/ui/field";
import { useFormReply } from "~/ui/form-reply-context";
import { lateComponent } from "~/ui/hydration/late-component";
import { LatePart } from "~/ui/hydration/late-part";
import { EditButton } from "../edit-button";
import { useMusicPage } from "../music-page-context";
import panels from "../panels.module.css";
import { retryImport } from "../retry-import";

const rolePicker = lateComponent("roles", async () => {
  const { RolePicker } = await retryImport(() => import("./role-picker"));
  return RolePicker;
});

export interface RolesFieldProps {
  artist: CreditedArtist;
  /** The label of the artist, such as "Featured artist 1". */
  personLabel: string;
  /** The prefix of the row's fields. */
  prefix: string;
  trackId: string;
  list: string;
}

/** The roles of one artist: the chosen ones, and the picker once it is opened. */
export function RolesField({
  artist: { id: rowId, roles },
  personLabel,
  prefix,
  trackId,
  list,
}: RolesFieldProps) {
  const { opened } = useMusicPage();
  const error = useFormReply().errors[`${prefix}.roles`]?.text;
  const key = rolesKey(trackId, list, rowId);
  const isOpen = opened.has(key);
  const id = fieldId(`${prefix}.roles`);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The focused button is removed with the list.
    if (wasOpen.current && !isOpen) document.getElementById(id)?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, id]);
  // Also while the picker is loading, so that no role is lost.
  const roleInputs = roles.map((role, index) => (
    <input key={role} type="hidden" name={`${prefix}.roles[${index}]`} value={role} />
  ));
  return (
    <Stack gap="xs" mt="xs">
      <div>
        <Text fw={600}>{labelText({ label: "Roles", optional: true })}</Text>
        {!isOpen && <Text c="dimmed">{roles.join(", ") || "None chosen"}</Text>}
        {error && (
          <Text id={`${id}-error`} size="sm" fw={600} c="var(--bad)" data-wrong>
            {error}
          </Text>
        )}
      </div>
      {!isOpen && roleInputs}
      <div>
        <EditButton
          id={id}
          intent={`${isOpen ? "close" : "open"}:${key}`}
          landingId={fieldId(prefix)}
          aria-expanded={isOpen}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          rightSection={<span className={panels.chevron} />}
        >
          Choose roles<VisuallyHidden> of {personLabel.toLowerCase()}</VisuallyHidden>
        </EditButton>
      </div>
      {isOpen && (
        <LatePart
          component={rolePicker}
          fallback={
            <>
              {roleInputs}
              <p role="status">Loading...</p>
            </>
          }
          props={{
            prefix,
            personLabel,
            roles,
            closeIntent: `close:${key}`,
            landingId: fieldId(prefix),
          }}
        />
      )}
    </Stack>
  );
}
