"""Claims, budgets and signs of life of several workers"""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "budget",
        sa.Column("telegram_chat_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("last", sa.Float(), nullable=False),
        sa.Column("full_at", sa.Float(), nullable=False),
        sa.Column("closed_until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("telegram_chat_id", name=op.f("pk_budget")),
    )
    op.create_table(
        "lease",
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("worker", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("until", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_lease")),
    )
    # What was sent counts for two minutes, and when a process was last alive for as long as none is.
    op.drop_table("sent")
    op.drop_table("heartbeat")
    op.create_table(
        "heartbeat",
        sa.Column("worker", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("worker", name=op.f("pk_heartbeat")),
    )
    with op.batch_alter_table("heartbeat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_heartbeat_at"), ["at"], unique=False)

    op.execute("UPDATE slot SET stale = true WHERE showing = true")
    with op.batch_alter_table("slot", schema=None) as batch_op:
        text = sqlmodel.sql.sqltypes.AutoString()
        batch_op.add_column(sa.Column("claimed_by", text, nullable=False, server_default=""))
        batch_op.add_column(sa.Column("claimed_until", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True))
        batch_op.add_column(sa.Column("claimed_for", text, nullable=False, server_default=""))
        batch_op.create_index(batch_op.f("ix_slot_claimed_until"), ["claimed_until"], unique=False)
        batch_op.create_index(batch_op.f("ix_slot_old"), ["old"], unique=False)
        batch_op.drop_column("showing")


def downgrade() -> None:
    with op.batch_alter_table("slot", schema=None) as batch_op:
        batch_op.add_column(sa.Column("showing", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.drop_index(batch_op.f("ix_slot_old"))
        batch_op.drop_index(batch_op.f("ix_slot_claimed_until"))
        batch_op.drop_column("claimed_for")
        batch_op.drop_column("claimed_until")
        batch_op.drop_column("claimed_by")

    op.drop_table("heartbeat")
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat")),
    )
    op.create_table(
        "sent",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("telegram_chat_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sent")),
    )
    with op.batch_alter_table("sent", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sent_at"), ["at"], unique=False)
        batch_op.create_index(batch_op.f("ix_sent_telegram_chat_id"), ["telegram_chat_id"], unique=False)
    op.drop_table("lease")
    op.drop_table("budget")
