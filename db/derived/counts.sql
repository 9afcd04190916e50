-- Numbers of entries for each combination of what lists are narrowed by, kept by triggers (docs/decisions, "Lists cost
-- the same with 100,000 entries"). Read by `npm run migration`, which makes all of this anew where needed.

CREATE VIEW `entry_facets` AS SELECT `id`, `event_id`, `kind`, coalesce(`track_id`, '') AS `track_id`, `status`,
	coalesce(`told_status`, `status`) AS `told_status`, `presence`, `incomplete` <> '[]' AS `is_incomplete`, coalesce(`consent`, -1) AS `consent`,
	`confirmed_at` IS NOT NULL AS `is_confirmed`
	FROM `entries`;

DELETE FROM `entry_counts`;

INSERT INTO `entry_counts` (`event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`, `n`)
	SELECT `event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`, count(*)
	FROM `entry_facets` GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;

CREATE TRIGGER `entry_counted` AFTER INSERT ON `entries` BEGIN
	INSERT INTO `entry_counts` (`event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`, `n`)
	SELECT `event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`, 1
		FROM `entry_facets` WHERE `id` = new.`id` ON CONFLICT DO UPDATE SET `n` = `n` + 1;
END;

CREATE TRIGGER `entry_uncounted` BEFORE DELETE ON `entries` BEGIN
	UPDATE `entry_counts` SET `n` = `n` - 1
		WHERE (`event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`) =
			(SELECT `event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed` FROM `entry_facets` WHERE `id` = old.`id`);
END;

CREATE TRIGGER `entry_leaves_count` BEFORE UPDATE OF `event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `incomplete`, `consent`, `confirmed_at` ON `entries` BEGIN
	UPDATE `entry_counts` SET `n` = `n` - 1
		WHERE (`event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`) =
			(SELECT `event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed` FROM `entry_facets` WHERE `id` = old.`id`);
END;

CREATE TRIGGER `entry_joins_count` AFTER UPDATE OF `event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `incomplete`, `consent`, `confirmed_at` ON `entries` BEGIN
	INSERT INTO `entry_counts` (`event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`, `n`)
	SELECT `event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`, 1
		FROM `entry_facets` WHERE `id` = new.`id` ON CONFLICT DO UPDATE SET `n` = `n` + 1;
END;
