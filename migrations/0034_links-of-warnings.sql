-- Links in warnings that a draft ends lay among those of sign-ins, with the address for one, and opened nothing.
UPDATE `draft_keys` SET `mailed_to` = `session_id`, `session_id` = NULL WHERE `session_id` LIKE '%@%';
