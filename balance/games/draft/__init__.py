"""What the dice drafts really share: dice, takes, applications, the clock; functions, and words for their records."""
