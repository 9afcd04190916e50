-- How often the set-up of events was changed. What is read of these tables stays in memory until it was, whatever else is
-- written (docs/decisions, "The set-up is read again only when it changes").
CREATE TRIGGER `setup_days_inserted` AFTER INSERT ON `days` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_days_updated` AFTER UPDATE ON `days` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_days_deleted` AFTER DELETE ON `days` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;

CREATE TRIGGER `setup_event_logos_inserted` AFTER INSERT ON `event_logos` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_event_logos_updated` AFTER UPDATE ON `event_logos` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_event_logos_deleted` AFTER DELETE ON `event_logos` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;

CREATE TRIGGER `setup_events_inserted` AFTER INSERT ON `events` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_events_updated` AFTER UPDATE ON `events` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_events_deleted` AFTER DELETE ON `events` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;

CREATE TRIGGER `setup_mail_texts_inserted` AFTER INSERT ON `mail_texts` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_mail_texts_updated` AFTER UPDATE ON `mail_texts` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_mail_texts_deleted` AFTER DELETE ON `mail_texts` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;

CREATE TRIGGER `setup_programme_versions_inserted` AFTER INSERT ON `programme_versions` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_programme_versions_updated` AFTER UPDATE ON `programme_versions` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_programme_versions_deleted` AFTER DELETE ON `programme_versions` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;

CREATE TRIGGER `setup_programmes_inserted` AFTER INSERT ON `programmes` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_programmes_updated` AFTER UPDATE ON `programmes` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_programmes_deleted` AFTER DELETE ON `programmes` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;

CREATE TRIGGER `setup_releases_inserted` AFTER INSERT ON `releases` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_releases_updated` AFTER UPDATE ON `releases` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_releases_deleted` AFTER DELETE ON `releases` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;

CREATE TRIGGER `setup_tracks_inserted` AFTER INSERT ON `tracks` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_tracks_updated` AFTER UPDATE ON `tracks` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_tracks_deleted` AFTER DELETE ON `tracks` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
