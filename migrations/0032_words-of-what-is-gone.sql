-- Words in the trail about what was removed before it took them along: see `forgetWords`. That something
-- was done, to what and by whom, stays.
UPDATE audit SET detail = NULL
WHERE detail IS NOT NULL AND action IN ('status-set', 'artist-note-written', 'store-links-set')
  AND subject NOT IN (SELECT id FROM submissions) AND subject NOT IN (SELECT id FROM waiting_list);
--> statement-breakpoint
UPDATE audit SET detail = NULL
WHERE detail IS NOT NULL AND action IN ('account-made', 'account-code-changed')
  AND subject NOT IN (SELECT id FROM artists WHERE deleted_at IS NULL);
--> statement-breakpoint
-- The name of an item that was made on the board said whose release it is, and nothing leads to it.
UPDATE audit SET detail = NULL WHERE detail IS NOT NULL AND action = 'board-item-made';
--> statement-breakpoint
-- Who signed, of accounts that were deleted: see `unnameSigner`.
UPDATE audit SET staff_name = substr(staff_id, 8)
WHERE action = 'agreement-signed' AND staff_id LIKE 'artist:%'
  AND subject IN (SELECT request.id FROM signature_requests AS request
    JOIN artists ON artists.id = request.artist_id WHERE artists.deleted_at IS NOT NULL);
--> statement-breakpoint
-- And of agreements that are gone: see `forgetSigners`.
UPDATE audit SET staff_id = 'artist', staff_name = 'An artist', detail = NULL
WHERE action = 'agreement-signed' AND subject NOT IN (SELECT id FROM signature_requests);
