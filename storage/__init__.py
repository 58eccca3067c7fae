"""What must survive: tables (``models``), migrations, and one repository per aggregate.

:class:`storage.database.Database` opens it; everything is read and written inside a transaction.
"""
