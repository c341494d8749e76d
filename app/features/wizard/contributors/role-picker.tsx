import { Stack, Text, TextInput, VisuallyHidden } from "@mantine/core";
import {
  type ChangeEvent,
  type KeyboardEvent,
  memo,
  useCallback,
  useMemo,
  useRef,
  useState,
} from "react";
import { allRoles, findRoles, isRole, roleGroups } from "~/reference/roles";
import { fieldId, useValuesReplaced } from "~/ui/field";
import { setChecked } from "~/ui/form-dom";
import { useDebounced } from "~/ui/use-debounced";
import { useHydrated } from "~/ui/use-hydrated";
import { EditButton } from "../edit-button";
import styles from "./role-picker.module.css";

interface RolePickerProps {
  /** The prefix of the row's fields. */
  prefix: string;
  /** The label of the artist, such as "Featured artist 1". */
  personLabel: string;
  /** The chosen roles as of the last edit. */
  roles: readonly string[];
  closeIntent: string;
  /** The id of the element to show after a post without script. */
  landingId: string;
}

/** Enter would submit the form while somebody filters roles. */
function preventSubmit(event: KeyboardEvent) {
  if (event.key === "Enter") event.preventDefault();
}

/** All roles in their groups, as checkboxes; with script they can be filtered. */
export function RolePicker({
  prefix,
  personLabel,
  roles,
  closeIntent,
  landingId,
}: RolePickerProps) {
  const scripted = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const [tickedRoles, setTickedRoles] = useState<readonly string[]>(() => roles.filter(isRole));
  const matchingRoles = useMemo(() => new Set(findRoles(query)), [query]);
  const foundText = matchingRoles.size === 1 ? "1 role found" : `${matchingRoles.size} roles found`;
  const spokenText = useDebounced(foundText);

  useValuesReplaced(() => {
    setTickedRoles(roles.filter(isRole));
    if (box.current) setChecked(box.current, roles);
  });

  const onTick = useCallback(
    ({ currentTarget: { value, checked } }: ChangeEvent<HTMLInputElement>) =>
      setTickedRoles((now) => [
        ...now.filter((role) => role !== value),
        ...(checked ? [value] : []),
      ]),
    [],
  );

  return (
    <fieldset aria-label={`Roles of ${personLabel.toLowerCase()}`}>
      <Stack>
        {/* Tells the server which lists to render open again. */}
        <input type="hidden" name={`${prefix}.choosing`} value="1" />
        {scripted && (
          <>
            <TextInput
              type="search"
              label="Find a role"
              value={query}
              onChange={(event) => {
                setQuery(event.currentTarget.value);
                if (box.current) box.current.scrollTop = 0;
              }}
              onKeyDown={preventSubmit}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="search"
            />
            <Text c="dimmed">
              {tickedRoles.length > 0
                ? `${tickedRoles.length} chosen: ${tickedRoles.join(", ")}`
                : "None chosen"}
            </Text>
            <VisuallyHidden component="p" role="status">
              {spokenText}
            </VisuallyHidden>
          </>
        )}
        <Stack ref={box} className={styles.list}>
          {matchingRoles.size === 0 && <p>No role matches. Try another word.</p>}
          <RoleList prefix={prefix} roles={roles} found={matchingRoles} onTick={onTick} />
        </Stack>
        <div>
          <EditButton intent={closeIntent} landingId={landingId}>
            Done<VisuallyHidden> choosing roles of {personLabel.toLowerCase()}</VisuallyHidden>
          </EditButton>
        </div>
      </Stack>
    </fieldset>
  );
}

interface RoleListProps {
  /** The prefix of the row's fields. */
  prefix: string;
  /** The chosen roles as of the last edit. */
  roles: readonly string[];
  /** The roles to show; hidden ones are posted as well if they are ticked. */
  found: ReadonlySet<string>;
  onTick: (event: ChangeEvent<HTMLInputElement>) => void;
}

// A role's index in the catalogue is in its field name, so that roles are stored in that order.
const groups = roleGroups.map(({ name, roles }) => ({
  name,
  roles: roles.map((role) => ({ role, index: allRoles.indexOf(role) })),
}));

/**
 * A checkbox for every role, in the groups of the catalogue. Native ones: two hundred of Mantine's take a phone
 * three times as long to open.
 */
function RoleGroups({ prefix, roles, found, onTick }: RoleListProps) {
  const id = fieldId(`${prefix}.roles`);
  return groups.map((group) => (
    <fieldset key={group.name} hidden={!group.roles.some(({ role }) => found.has(role))}>
      <Text component="legend" fw={600}>
        {group.name}
      </Text>
      <div className={styles.group}>
        {group.roles.map(({ role, index }) => (
          <div key={role} hidden={!found.has(role)}>
            <label className={styles.role}>
              <input
                type="checkbox"
                id={`${id}-${index}`}
                name={`${prefix}.roles[${index}]`}
                value={role}
                defaultChecked={roles.includes(role)}
                onChange={onTick}
              />
              {role}
            </label>
          </div>
        ))}
      </div>
    </fieldset>
  ));
}

/** Memoized: rendering two hundred checkboxes at every tick is slow on a phone. */
const RoleList = memo(RoleGroups);
