-- A node that starts looks at sections whose opening time has passed as well: before the bid opening is entered a draw
-- may be under way.
create index session_begun on session (opens_at) where ended_at is null;
